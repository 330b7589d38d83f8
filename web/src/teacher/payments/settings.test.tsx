import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { isRoutingNumber } from '@/teacher/payments/settingsSchema'
import { somePaymentSettings } from '@/teacher/test/builders'
import { errorResponse, recordRequests, renderTeacher, respondWith } from '@/teacher/test/renderTeacher'

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

  test('keep the stored account number while the field is empty', async () => {
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
    const bodies = recordRequests('post', '*/api/teacher/update-payment-settings', () => ({
      ...somePaymentSettings({ version: 3 }),
    }))
    const { person, field, save } = await open()
    expect(screen.getByText('On file: •••• 1234. Leave blank to keep it.')).toBeVisible()
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
        },
      },
    ])
  })

  test('show the specification’s message for each missing field', async () => {
    respondWith('*/api/teacher/payment-settings', () =>
      somePaymentSettings({ paymentSettings: null, suggestedCountry: null }),
    )
    const { person, field, save, country } = await open()
    await person.clear(field(/Hourly Rate \(INR\)/))
    await person.clear(field(/Hourly Rate \(USD\)/))
    await person.click(screen.getByRole('button', { name: 'Save Rates' }))
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

  test('are saved separately: rates without a bank account', async () => {
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings({ paymentSettings: null }))
    const bodies = recordRequests('post', '*/api/teacher/update-payment-settings', () => ({
      ...somePaymentSettings({ paymentSettings: null, inrRate: 1200, version: 3 }),
    }))
    const { person, field } = await open()
    expect(screen.getByRole('combobox', { name: /Country/ })).toHaveValue('India')
    await person.clear(field(/Hourly Rate \(INR\)/))
    await person.type(field(/Hourly Rate \(INR\)/), '1200')
    await person.click(screen.getByRole('button', { name: 'Save Rates' }))
    expect(await screen.findByText('Payment settings saved successfully!')).toBeVisible()
    expect(bodies).toEqual([
      { email: 'padma@example.com', version: 2, paymentSettings: { inrRate: 1200, usdRate: 24.99 } },
    ])
  })

  test('ask twice for an Indian account number', async () => {
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
    const bodies = recordRequests('post', '*/api/teacher/update-payment-settings', () =>
      somePaymentSettings(),
    )
    const { person, field, save } = await open()
    await person.type(field(/^Account Number/), '00012345678901')
    await person.type(field(/Confirm account number/), '00012345678902')
    await save()
    expect(screen.getByText('The account numbers don’t match')).toBeVisible()
    expect(bodies).toEqual([])
    await person.clear(field(/Confirm account number/))
    await person.type(field(/Confirm account number/), '0001 2345 678901')
    await save()
    await waitFor(() => expect(bodies).toHaveLength(1))
  })

  test('require another account number for another country', async () => {
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
    const { person, field, save, country } = await open()
    await country('United States')
    await save()
    expect(screen.getByText('Please enter account number')).toBeVisible()
    await person.type(field(/^Account Number/i), '000123456789')
    expect(field(/Confirm account number/)).toBeVisible()
  })

  test('lock the rates for the first 30 days', async () => {
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings({ rateLockDaysLeft: 12 }))
    const { field } = await open()
    expect(field(/Hourly Rate \(INR\)/)).toBeDisabled()
    expect(field(/Hourly Rate \(USD\)/)).toBeDisabled()
    expect(screen.getByText('Your rates are locked for the first 30 days. 12 days left.')).toBeVisible()
  })

  test('show why they could not be saved', async () => {
    respondWith('*/api/teacher/payment-settings', () => somePaymentSettings())
    recordRequests('post', '*/api/teacher/update-payment-settings', () =>
      errorResponse(422, 'invalid_fields', {
        errors: [{ field: 'paymentSettings.inrRate', message: 'Please enter a rate from ₹499' }],
      }),
    )
    const { person, save, field } = await open()
    await person.click(screen.getByRole('button', { name: 'Save Rates' }))
    expect(await screen.findByText('Please enter a rate from ₹499')).toBeVisible()
    await waitFor(() => expect(field(/Hourly Rate \(INR\)/)).toHaveFocus())
    recordRequests('post', '*/api/teacher/update-payment-settings', () =>
      errorResponse(409, 'version_conflict'),
    )
    await save()
    expect(await screen.findByText(/Your payment settings were changed in another tab/)).toBeVisible()
    recordRequests('post', '*/api/teacher/update-payment-settings', () => errorResponse(503, 'unavailable'))
    await save()
    expect(await screen.findByText('Failed to save payment settings')).toBeVisible()
  })
})

test.each([
  ['021000021', true],
  ['122105155', true],
  ['021000022', false],
  ['000000000', false],
  ['12345678', false],
])('routing number %s is valid: %s', (number, valid) => {
  expect(isRoutingNumber(number)).toBe(valid)
})
