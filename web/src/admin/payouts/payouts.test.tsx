import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { me } from '@/admin/test/builders'
import { answer, refusal, remember, renderAdmin } from '@/admin/test/renderAdmin'
import { readAdmin } from '@/api/admin'
import type { Payout } from '@/api/adminPayouts'

function aPayout(over: Partial<Payout> = {}): Payout {
  return {
    _id: 'payout-1',
    teacherId: 'teacher-1',
    teacherName: 'Nila Raman',
    currency: 'INR',
    amount: 2397.6,
    classes: 3,
    cutOff: '2026-11-14T18:30:00Z',
    state: 'prepared',
    accountNumberMasked: '•••• 1098',
    doubtfulCountry: null,
    reference: null,
    failure: null,
    createdAt: '2026-11-15T09:00:00Z',
    exportedAt: '2026-11-16T06:30:00Z',
    paidAt: null,
    ...over,
  }
}

/** Before anything has answered the first. */
function twice(pressed: HTMLElement): void {
  fireEvent.click(pressed)
  fireEvent.click(pressed)
}

const pageOf = (...items: object[]) => ({ items, next: null })
const button = (name: string) => screen.getByRole('button', { name })
const dialogOf = (name: string) => within(screen.getByRole('dialog', { name }))

async function signInAs(role: 'owner' | 'support' | 'finance'): Promise<void> {
  answer('*/api/admin/me', () => ({ ...me(), admin: { username: 'rukmini', role, totp: false } }))
  await readAdmin()
}

describe('payouts', () => {
  test('are prepared, and who has told no account is named', async () => {
    let payouts: Payout[] = []
    answer('*/api/admin/payouts', (url) =>
      url.searchParams.get('state') === 'prepared' ? pageOf(...payouts) : pageOf(),
    )
    const acts = remember('*/api/admin/payouts/run', () => {
      payouts = [aPayout()]
      return {
        prepared: payouts,
        earlier: [],
        withoutAccount: [{ teacherId: 'teacher-2', name: 'Devika Menon' }],
        failed: [{ teacherId: 'teacher-3', name: 'Leela Rao' }],
      }
    })
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Prepare payouts' }))
    const dialog = dialogOf('Prepare payouts')
    expect(dialog.getByText(/No money moves yet/)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: 'Reason (optional)' }), 'A holiday tomorrow')
    twice(dialog.getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByText('1 payout is prepared: ₹2,397.60 in all.')).toBeVisible()
    expect(screen.getByText('Devika Menon')).toBeVisible()
    expect(screen.getByText('Leela Rao')).toBeVisible()
    expect(screen.getByText(/These payouts could not be made/)).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Nila Raman' })).toBeVisible()
    expect(acts.map(({ body }) => body)).toEqual([{ date: expect.any(String), reason: 'A holiday tomorrow' }])
  })

  test('are no longer called prepared once they were paid, here or elsewhere', async () => {
    const three = [
      aPayout(),
      aPayout({ _id: 'payout-2', teacherName: 'Leela Rao' }),
      aPayout({ _id: 'payout-3' }),
    ]
    let payouts: Payout[] = []
    let next: string | null = null
    answer('*/api/admin/payouts', (url) => ({
      items: url.searchParams.get('state') === 'prepared' ? payouts : [],
      next,
    }))
    remember('*/api/admin/payouts/run', () => {
      payouts = three
      // Of a long list the first page alone is known.
      next = 'payout-3'
      return { prepared: three, earlier: [], withoutAccount: [], failed: [] }
    })
    remember('*/api/admin/payouts/payout-2/paid', () => {
      payouts = payouts.filter(({ _id }) => _id !== 'payout-2')
      return { ...three[1], state: 'paid' }
    })
    remember('*/api/admin/payouts/payout-1/failed', () => {
      payouts = []
      next = null
      return { ...three[0], state: 'failed' }
    })
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Prepare payouts' }))
    await person.click(dialogOf('Prepare payouts').getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByText(/^3 payouts are prepared/)).toBeVisible()
    await person.click(await screen.findByRole('button', { name: 'Mark paid: Leela Rao' }))
    let dialog = dialogOf('Mark as paid?')
    await person.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'UTR-7')
    await person.click(dialog.getByRole('button', { name: 'Mark paid' }))
    expect(await screen.findByText('2 payouts are prepared: ₹4,795.20 in all.')).toBeVisible()
    const [fail] = screen.getAllByRole('button', { name: 'Mark failed: Nila Raman' })
    if (fail) await person.click(fail)
    dialog = dialogOf('Mark as failed?')
    await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'Closed')
    await person.click(dialog.getByRole('button', { name: 'Mark failed' }))
    await waitFor(() => expect(screen.queryByText(/prepared:|No payout was due/)).toBeNull())
  })

  test('are handed to the bank as a file, and an empty table is not kept', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:x')
    URL.revokeObjectURL = vi.fn()
    const files: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    answer('*/api/admin/payouts', () => pageOf(aPayout()))
    const heads = 'Payout,Teacher\r\n'
    remember('*/api/admin/payouts/bank.csv', (count) => {
      const text = count === 1 ? `${heads}payout-1,Nila Raman\r\n` : heads
      return new Response(text, { headers: { 'content-type': 'text/csv' } })
    })
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Bank table' }))
    await person.click(dialogOf('Download the bank table').getByRole('button', { name: 'Download' }))
    expect(await screen.findByText('The table holds 1 payout')).toBeVisible()
    expect(files).toEqual([expect.stringMatching(/^payouts-\d{4}-\d\d-\d\d\.csv$/)])
    await person.click(button('Bank table'))
    await person.click(dialogOf('Download the bank table').getByRole('button', { name: 'Download' }))
    expect(await screen.findByText(/Nothing was downloaded/)).toBeVisible()
    expect(files).toHaveLength(1)
    vi.restoreAllMocks()
  })

  test('are marked with the bank’s reference; that one has failed meanwhile is told, and shows', async () => {
    let payout = aPayout()
    answer('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
    const acts = remember('*/api/admin/payouts/payout-1/paid', () => {
      payout = aPayout({ state: 'failed', failure: 'The account is closed' })
      return refusal(409, 'version_conflict', { detail: 'This payout is failed already.', state: 'failed' })
    })
    const { person } = renderAdmin('/admin#payouts/payout-1')
    await person.click(await screen.findByRole('button', { name: 'Mark paid: Nila Raman' }))
    const dialog = dialogOf('Mark as paid?')
    expect(dialog.getByText(/₹2,397\.60 has gone to Nila Raman, account •••• 1098/)).toBeVisible()
    await person.click(dialog.getByRole('button', { name: 'Mark paid' }))
    expect(dialog.getByText('Please give the bank’s reference')).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Reference/ }), ' UTR-42 {Enter}')
    expect(await dialog.findByText('This payout is failed already.')).toBeVisible()
    expect(acts.map(({ body }) => body)).toEqual([{ reference: 'UTR-42', byHand: false }])
    await person.click(dialog.getByRole('button', { name: 'Do nothing' }))
    expect(await screen.findByText('The account is closed')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Mark/ })).toBeNull()
  })

  test('that the bank never had are marked as paid only by whoever has paid them by hand', async () => {
    let payout = aPayout({ exportedAt: null })
    answer('*/api/admin/payouts', () => pageOf(payout))
    answer('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
    const acts = remember('*/api/admin/payouts/payout-1/paid', () => {
      payout = aPayout({ exportedAt: null, state: 'paid', reference: 'UTR-42' })
      return payout
    })
    const { person } = renderAdmin('/admin#payouts')
    expect(await screen.findByText('In no bank table yet')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Mark paid: Nila Raman' }))
    const dialog = dialogOf('Mark as paid?')
    expect(dialog.getByText(/was in no table for the bank yet/)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Reference/ }), 'UTR-42{Enter}')
    expect(dialog.getByText('Please make sure that it was paid')).toBeVisible()
    expect(acts).toHaveLength(0)
    await person.click(dialog.getByRole('checkbox', { name: 'I have paid it by hand' }))
    await person.click(dialog.getByRole('button', { name: 'Mark paid' }))
    await waitFor(() => expect(acts.map(({ body }) => body)).toEqual([{ reference: 'UTR-42', byHand: true }]))
  })

  test('that the bank may not take for the account are told in the list and before the table is made', async () => {
    const doubtful = aPayout({ _id: 'payout-2', teacherName: 'Leela Rao', doubtfulCountry: 'United States' })
    answer('*/api/admin/payouts', () => pageOf(aPayout(), { ...doubtful, exportedAt: null }))
    const { person } = renderAdmin('/admin#payouts')
    const words = 'The account is in United States: the bank may not take INR for it.'
    const row = await screen.findByRole('row', { name: /Leela Rao/ })
    expect(within(row).getByText(words)).toBeVisible()
    expect(screen.getAllByText(words)).toHaveLength(1)
    await person.click(button('Bank table'))
    const dialog = dialogOf('Download the bank table')
    expect(dialog.getByText(/^Please look into these before the bank does/)).toBeVisible()
    expect(dialog.getByRole('listitem')).toHaveTextContent(`Leela Rao, ₹2,397.60. ${words}`)
  })

  test('that the bank has already are failed with a warning since when', async () => {
    answer('*/api/admin/payouts', () => pageOf(aPayout()))
    const { person } = renderAdmin('/admin#payouts')
    expect(await screen.findByText(/At the bank since/)).toHaveTextContent('16 Nov')
    await person.click(screen.getByRole('button', { name: 'Mark failed: Nila Raman' }))
    const dialog = dialogOf('Mark as failed?')
    expect(dialog.getByText(/The bank has had it since/)).toHaveTextContent('16 Nov')
    expect(dialog.getByText(/asks the bank for the same money again/)).toBeVisible()
  })

  test('that were paid and came back have failed after all', async () => {
    let payout = aPayout({ state: 'paid', reference: 'UTR-42', paidAt: '2026-11-17T09:00:00Z' })
    answer('*/api/admin/payouts/payout-1', () => ({ payout, lines: [], history: [] }))
    const acts = remember('*/api/admin/payouts/payout-1/returned', () => {
      payout = { ...payout, state: 'failed', failure: 'No such account' }
      return payout
    })
    const { person } = renderAdmin('/admin#payouts/payout-1')
    await person.click(await screen.findByRole('button', { name: 'Came back: Nila Raman' }))
    const dialog = dialogOf('The money came back?')
    expect(dialog.getByText(/had paid under UTR-42/)).toBeVisible()
    await person.type(dialog.getByRole('textbox', { name: /^Reason/ }), 'No such account')
    twice(dialog.getByRole('button', { name: 'It came back' }))
    expect(await screen.findByText('The payout has failed after all')).toBeVisible()
    expect(await screen.findByText('No such account')).toBeVisible()
    expect(acts.map(({ body }) => body)).toEqual([{ reason: 'No such account' }])
    expect(screen.queryByRole('button', { name: /^Came back/ })).toBeNull()
  })

  test('of a run before are counted when the same day is run again', async () => {
    answer('*/api/admin/payouts', () => pageOf(aPayout()))
    remember('*/api/admin/payouts/run', () => ({
      prepared: [],
      earlier: [aPayout(), aPayout({ _id: 'payout-2', currency: 'USD', amount: 45 })],
      withoutAccount: [],
      failed: [],
    }))
    const { person } = renderAdmin('/admin#payouts')
    await person.click(await screen.findByRole('button', { name: 'Prepare payouts' }))
    await person.click(dialogOf('Prepare payouts').getByRole('button', { name: 'Prepare payouts' }))
    expect(await screen.findByText('No payout was due that was not prepared before.')).toBeVisible()
    const words = '2 payouts are still to be paid from runs before: ₹2,397.60 + $45.00 in all.'
    expect(screen.getByText(words)).toBeVisible()
  })

  test('that do not exist say so', async () => {
    answer('*/api/admin/payouts/payout-9', () => refusal(404, 'not_found'))
    renderAdmin('/admin#payouts/payout-9')
    expect(await screen.findByText('This payout does not exist')).toBeVisible()
  })

  test('are finance’s: support sees them, and why it cannot act', async () => {
    await signInAs('support')
    answer('*/api/admin/payouts', () => pageOf(aPayout()))
    const { person } = renderAdmin('/admin#payouts', { wide: false })
    const pay = await screen.findByRole('button', { name: 'Mark paid: Nila Raman' })
    await person.click(pay)
    await person.click(button('Prepare payouts'))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(pay).toHaveAttribute('aria-disabled', 'true')
    await person.hover(pay)
    expect(await screen.findByText('Only finance and owners may do this')).toBeVisible()
    await signInAs('owner')
  })
})
