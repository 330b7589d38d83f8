import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setClock } from '@/lib/time'
import { niceTop } from './payments/MonthBars'
import { isRoutingNumber } from './payments/settingsSchema'
import { aStatement, figures, settings } from './test/builders'
import { answer, refusal, remember, renderTeacher } from './test/renderTeacher'

beforeEach(() => setClock(() => Date.parse('2026-11-22T08:00:00Z')))
afterEach(() => setClock())

describe('Earnings', () => {
  test('show the figures of a month, the chart in words, and what was converted', async () => {
    const asked: URL[] = []
    answer('*/api/teacher/analytics', (url) => {
      asked.push(url)
      return figures()
    })
    const { person } = renderTeacher('/teacher#payments')
    const november = await screen.findByRole('region', { name: 'November 2026' })
    expect(november).toHaveTextContent('₹15,627.50')
    expect(november).toHaveTextContent('Hours in all132')
    expect(november).toHaveTextContent('Earned in USD$85.50')
    const months = within(screen.getByRole('region', { name: 'Earnings by month' })).getByRole('list')
    expect(months).toHaveTextContent('October 2026: ₹21,000, 20 classes')
    expect(screen.getByText(/converted at \$1 = ₹83.36, our reference rate of 2026-11-01/)).toBeVisible()
    expect(screen.getByRole('region', { name: 'Classes by type' })).toHaveTextContent(
      'Private 9Group 3Duet 2',
    )
    expect(asked[0]?.searchParams.get('month')).toBeNull()
    expect(asked[0]?.searchParams.get('email')).toBe('padma@example.com')
    await person.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'September 2026')
    await waitFor(() => expect(asked.at(-1)?.searchParams.get('month')).toBe('2026-09'))
  })

  test('begin with the month that it is where the teacher lives', async () => {
    setClock(() => Date.parse('2026-10-31T08:00:00Z'))
    answer('*/api/teacher/analytics', () => figures())
    renderTeacher('/teacher#payments')
    expect(await screen.findByRole('region', { name: 'November 2026' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: 'Month' })).toHaveDisplayValue('November 2026')
  })

  test('stand at zero with the sentence of the specification when they cannot be read', async () => {
    answer('*/api/teacher/analytics', () => refusal(500, 'internal'))
    renderTeacher('/teacher#payments')
    expect(await screen.findByText(/Failed to load analytics data/)).toBeVisible()
    expect(screen.getByRole('region', { name: 'November 2026' })).toHaveTextContent('₹0')
  })

  test('tell the commission and the way to the next tier', async () => {
    answer('*/api/teacher/analytics', () => figures())
    renderTeacher('/teacher#payments')
    const panel = await screen.findByRole('region', { name: 'Commission: 15% (51 to 200 hours)' })
    expect(panel).toHaveTextContent('132 hours taught')
    expect(panel).toHaveTextContent('68 more hours until 10%')
    expect(within(panel).getByRole('progressbar', { name: 'Progress to the next tier' })).toHaveAttribute(
      'aria-valuenow',
      '66',
    )
  })

  test('cost nothing in the launch period', async () => {
    const commission = {
      stage: 'launch' as const,
      rate: 0,
      hoursTaught: 3,
      tierFrom: 1,
      tierTo: 20,
      nextRate: 20,
      launchEndsAt: '2027-02-01T00:00:00Z',
      progressPercent: 30,
    }
    answer('*/api/teacher/analytics', () => figures({ commission }))
    renderTeacher('/teacher#payments')
    const panel = await screen.findByRole('region', { name: 'Launch period: 0% commission' })
    expect(panel).toHaveTextContent('until Mon, 1 Feb 2027. Then 20%, by the hours that you have taught.')
    // The launch ends by the calendar, which no hours bring nearer.
    expect(panel).not.toHaveTextContent(/more hours until|lowest commission/)
    expect(within(panel).queryByRole('progressbar')).toBeNull()
  })
})

describe('Bank account and rates', () => {
  const open = async () => {
    const view = renderTeacher('/teacher#payments/settings')
    await screen.findByRole('textbox', { name: /Account Holder Name/ })
    const field = (name: RegExp) => screen.getByRole('textbox', { name })
    const save = () => view.person.click(screen.getByRole('button', { name: 'Save Payment Settings' }))
    const country = async (name: string) => {
      await view.person.click(screen.getByRole('combobox', { name: /Country/ }))
      await view.person.click(await screen.findByRole('option', { name }))
    }
    return { ...view, field, save, country }
  }

  test('keep the stored number while the field is empty', async () => {
    answer('*/api/teacher/payment-settings', () => settings())
    const bodies = remember('post', '*/api/teacher/update-payment-settings', () => ({
      ...settings({ version: 3 }),
    }))
    const { person, field, save } = await open()
    expect(screen.getByText('Stored: •••• 1234. Leave this empty to keep it.')).toBeVisible()
    await person.type(field(/Bank Name/), ' Ltd')
    await save()
    expect(await screen.findByText('Payment settings saved successfully!')).toBeVisible()
    expect(bodies).toEqual([
      {
        email: 'padma@example.com',
        version: 2,
        paymentSettings: {
          country: 'India',
          accountHolderName: 'Padma Subramaniam',
          bankName: 'HDFC Bank Ltd',
          ifscCode: 'HDFC0001234',
          paymentCycle: 'Monthly',
          inrRate: 999,
          usdRate: 24.99,
        },
      },
    ])
  })

  test('ask for everything in the words of the specification', async () => {
    answer('*/api/teacher/payment-settings', () => settings({ paymentSettings: null }))
    const { person, field, save, country } = await open()
    await person.clear(field(/Hourly Rate \(INR\)/))
    await person.clear(field(/Hourly Rate \(USD\)/))
    await save()
    for (const message of [
      'Please select your country',
      'Please enter account holder name',
      'Please enter bank name',
      'Please enter account number',
      'Please enter your hourly rate in INR',
      'Please enter your hourly rate in USD',
    ]) {
      expect(screen.getByText(message)).toBeVisible()
    }
    await country('India')
    await person.type(field(/IFSC Code/), 'HDFC1001234')
    await save()
    expect(screen.getByText('Please enter a valid IFSC code, such as HDFC0001234')).toBeVisible()
    await country('United States')
    expect(screen.queryByRole('textbox', { name: /IFSC/ })).toBeNull()
    await person.type(field(/Routing Number/), '021000022')
    await save()
    expect(screen.getByText('Please enter a valid 9-digit routing number')).toBeVisible()
    await country('India')
    expect(field(/IFSC Code/)).toHaveValue('')
  })

  test('of another country need another number', async () => {
    answer('*/api/teacher/payment-settings', () => settings())
    const { save, country } = await open()
    await country('United States')
    await save()
    expect(screen.getByText('Please enter account number')).toBeVisible()
  })

  test('lock the rates for the first 30 days', async () => {
    answer('*/api/teacher/payment-settings', () => settings({ rateLockDaysLeft: 12 }))
    const { field } = await open()
    expect(field(/Hourly Rate \(INR\)/)).toBeDisabled()
    expect(field(/Hourly Rate \(USD\)/)).toBeDisabled()
    expect(screen.getByText('Your rates are locked for the first 30 days. 12 days left.')).toBeVisible()
  })

  test('say why they could not be saved', async () => {
    answer('*/api/teacher/payment-settings', () => settings())
    remember('post', '*/api/teacher/update-payment-settings', () =>
      refusal(422, 'invalid_fields', {
        errors: [{ field: 'paymentSettings.inrRate', message: 'Please enter a rate from ₹499' }],
      }),
    )
    const { save, field } = await open()
    await save()
    expect(await screen.findByText('Please enter a rate from ₹499')).toBeVisible()
    await waitFor(() => expect(field(/Hourly Rate \(INR\)/)).toHaveFocus())
    remember('post', '*/api/teacher/update-payment-settings', () => refusal(409, 'version_conflict'))
    await save()
    expect(await screen.findByText(/Your payment settings were changed elsewhere/)).toBeVisible()
    remember('post', '*/api/teacher/update-payment-settings', () => refusal(503, 'unavailable'))
    await save()
    expect(await screen.findByText('Failed to save payment settings')).toBeVisible()
  })
})

describe('Payouts', () => {
  const { payout } = aStatement()
  const next = {
    on: '2026-12-01',
    paymentCycle: 'Monthly',
    hasAccount: false,
    amounts: [{ currency: 'INR', amount: 8500, classes: 10 }],
  }

  test('show what comes next, what was paid, and lead to a statement', async () => {
    answer('*/api/teacher/payouts', () => ({ next, payouts: [payout] }))
    answer('*/api/teacher/payouts/payout-1', () => aStatement())
    const { person } = renderTeacher('/teacher#payments/payouts')
    const coming = await screen.findByRole('region', { name: 'Next payout on Tue, 1 Dec' })
    expect(coming).toHaveTextContent('₹8,500 10 classes')
    expect(await screen.findByRole('link', { name: /Enter your bank account/ })).toBeVisible()
    const row = within(screen.getByRole('table', { name: 'Payout history' })).getAllByRole('row')[1]
    expect(row).toHaveTextContent('₹849.15')
    expect(row).toHaveTextContent('Sun, 1 Nov 2026')
    expect(row).toHaveTextContent('Paid on Tue, 3 Nov 2026Reference UTR123')
    await person.click(screen.getByRole('link', { name: /^Statement/ }))
    expect(await screen.findByRole('article', { name: 'Payout statement' })).toBeVisible()
  })

  test('say since when one is due that has not been made', async () => {
    setClock(() => Date.parse('2026-12-02T08:00:00Z'))
    answer('*/api/teacher/payouts', () => ({ next, payouts: [] }))
    renderTeacher('/teacher#payments/payouts')
    expect(await screen.findByRole('heading', { name: 'Next payout due since Tue, 1 Dec' })).toBeVisible()
  })

  test('a statement tells how each class became its sum, is printed, and downloaded', async () => {
    answer('*/api/teacher/payouts/payout-1', () => aStatement())
    answer('*/api/teacher/payouts/payout-1/statement.csv', () => HttpResponse.text('class,net'))
    const print = vi.fn()
    vi.stubGlobal('print', print)
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
    const files: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download)
    })
    const { person } = renderTeacher('/teacher#payments/payouts/payout-1')
    const paper = await screen.findByRole('article', { name: 'Payout statement' })
    expect(paper).toHaveTextContent('completed before Sun, 1 Nov 2026, by the clock in India')
    const [line, total] = within(paper).getAllByRole('row').slice(1)
    for (const words of [
      'Meera Iyer',
      'paid with credit',
      '₹1,099',
      '₹100',
      '₹999',
      '₹23.98',
      '15% at 131 h',
      '₹849.15',
    ]) {
      expect(line).toHaveTextContent(words)
    }
    expect(total).toHaveTextContent('Total₹100₹999₹0₹23.98₹149.85₹849.15')
    await person.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    await person.click(screen.getByRole('button', { name: 'Download as CSV' }))
    await waitFor(() => expect(files).toEqual(['payout-2026-11-01.csv']))
    click.mockRestore()
  })

  test('that the bank has refused say what to do, and have no statement', async () => {
    const failed = { ...payout, state: 'failed', paidAt: null, reference: null }
    answer('*/api/teacher/payouts', () => ({ next: { ...next, hasAccount: true }, payouts: [failed] }))
    renderTeacher('/teacher#payments/payouts')
    const table = await screen.findByRole('table', { name: 'Payout history' })
    const row = within(table).getAllByRole('row')[1] as HTMLElement
    expect(row).toHaveTextContent('Failed The bank has sent the money back.')
    expect(within(row).getByRole('link', { name: 'Check your bank account' })).toHaveAttribute(
      'href',
      '#payments/settings',
    )
    expect(within(row).queryByRole('link', { name: /^Statement/ })).toBeNull()
  })

  test('a statement that is not this teacher’s does not exist', async () => {
    answer('*/api/teacher/payouts/payout-9', () => refusal(404, 'not_found'))
    renderTeacher('/teacher#payments/payouts/payout-9')
    expect(await screen.findByText('There is no such statement.')).toBeVisible()
  })
})

test.each([
  ['021000021', true],
  ['122105155', true],
  ['021000022', false],
  ['000000000', false],
  ['12345678', false],
])('routing number %s: %s', (number, valid) => {
  expect(isRoutingNumber(number)).toBe(valid)
})

test.each([
  [0, 4],
  [1, 4],
  [15_627, 20_000],
  [76_000, 80_000],
  [95, 100],
])('the chart of %d reaches to %d', (highest, top) => {
  expect(niceTop(highest)).toBe(top)
})
