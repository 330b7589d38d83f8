import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { BIO, field, kept, openWizard, startApi, step, whole } from './test/openWizard'

let api: ReturnType<typeof startApi>

beforeEach(() => {
  api = startApi()
})

describe('Basic Info', () => {
  test('begins with the name and address of the account, and asks for the rest', async () => {
    const { press } = await openWizard()
    expect(field(/First name/)).toHaveValue('Padma')
    expect(field(/Last name/)).toHaveValue('Subramaniam')
    expect(field(/E-mail/)).toHaveValue('padma@example.com')
    expect(field(/E-mail/)).toHaveAttribute('readonly')
    expect(screen.getByRole('combobox', { name: /Level 1/ })).toHaveValue('intermediate')
    await press('Continue')
    expect(screen.getByText('Country is required')).toBeVisible()
    expect(screen.getByText('Please select at least one dance style')).toBeVisible()
    expect(screen.getByText('You must confirm your age')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: /Country/ })).toHaveFocus())
    expect(await step('Basic Info')).toBeVisible()
  })

  test('needs both names', async () => {
    const { press, person } = await openWizard()
    await person.clear(field(/First name/))
    await person.clear(field(/Last name/))
    await press('Continue')
    expect(screen.getByText('First name is required')).toBeVisible()
    expect(screen.getByText('Last name is required')).toBeVisible()
  })

  test('keeps at least one style, and refuses one that is there twice', async () => {
    const { press, choose } = await openWizard()
    expect(screen.getByRole('button', { name: 'Remove dance style 1' })).toBeDisabled()
    await choose(/Dance style 1/, 'Kathak')
    await press('Add a dance style')
    await choose(/Dance style 2/, 'Kathak')
    await press('Continue')
    expect(screen.getByText('This dance style is in the list twice')).toBeVisible()
    await press('Remove dance style 2')
    expect(screen.getByRole('button', { name: 'Remove dance style 1' })).toBeDisabled()
  })

  test('is left forwards when it is whole, and backwards to the choice of a role', async () => {
    const { press, person, choose, onBack } = await openWizard()
    await choose(/Country/, 'United Kingdom')
    await choose(/Dance style 1/, 'Odissi')
    await person.click(screen.getByRole('checkbox', { name: 'I confirm I am at least 18 years old' }))
    await press('Continue')
    const next = await step('Experience')
    await waitFor(() => expect(next).toHaveFocus())
    await press('Back')
    expect(screen.getByRole('combobox', { name: /Country/ })).toHaveValue('United Kingdom')
    await press('Back')
    expect(onBack).toHaveBeenCalledOnce()
  })
})

describe('Experience', () => {
  test('asks in the words of the specification', async () => {
    api.draft = kept({}, 1)
    const { press, person } = await openWizard()
    await person.type(field(/Professional bio/), 'Too short')
    await press('Continue')
    for (const message of [
      'Bio should be at least 50 characters',
      'Please share your dance education background',
      'Please mention your Guru or Master',
      'Please describe your teaching experience',
    ]) {
      expect(screen.getByText(message)).toBeVisible()
    }
    expect(screen.getAllByText('Required')).toHaveLength(2)
    await waitFor(() => expect(field(/Professional bio/)).toHaveFocus())
  })

  test('counts letters, not what they are made of', async () => {
    api.draft = kept({ ...whole, bio: '💃'.repeat(1000) }, 1)
    const { press, person } = await openWizard()
    await person.type(field(/Professional bio/), 'x')
    await press('Continue')
    expect(screen.getByText('Bio cannot exceed 1000 characters')).toBeVisible()
    await person.type(field(/Professional bio/), '{Backspace}')
    await press('Continue')
    expect(await step('Availability')).toBeVisible()
  })
})

describe('Availability', () => {
  test('is saved in the words of the specification, and kept with the draft', async () => {
    api.draft = kept(whole, 2)
    const { press, choose } = await openWizard()
    await press('Add hours')
    await choose(/^Day/, 'Monday')
    await choose(/^Start/, '09:00')
    await choose(/^End/, '12:00')
    await press('Save availability')
    expect(screen.getByText('Availability saved. Click Continue to proceed.')).toBeVisible()
    await waitFor(() =>
      expect(api.saves.at(-1)).toMatchObject({
        step: 2,
        draft: {
          availability: {
            timeZone: 'Asia/Kolkata',
            weeklySchedule: [{ dayOfWeek: 1, timeRanges: [{ start: '09:00', end: '12:00' }] }],
          },
        },
      }),
    )
  })

  test('may be left out', async () => {
    api.draft = kept(whole, 2)
    const { press } = await openWizard()
    await press('Continue')
    expect(await step('Pricing')).toBeVisible()
  })
})

describe('Pricing', () => {
  test('begins with the defaults and checks the limits and the link', async () => {
    const { teacherProfile } = whole
    api.draft = kept({ ...whole, teacherProfile: { ...teacherProfile, googleMeetLink: '' } }, 3)
    const { press, person } = await openWizard()
    const usd = field(/Hourly rate \(USD\)/)
    const inr = field(/Hourly rate \(INR\)/)
    expect(usd).toHaveValue('$24.99')
    expect(inr).toHaveValue('₹999')
    await person.clear(usd)
    await person.type(usd, '9.98')
    await person.clear(inr)
    await press('Continue')
    expect(
      screen.getByText('Please enter a rate from $9.99 to $199.99, with at most 2 decimals'),
    ).toBeVisible()
    expect(screen.getByText('Please enter your hourly rate in INR')).toBeVisible()
    expect(
      screen.getByText('Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)'),
    ).toBeVisible()
    await waitFor(() => expect(usd).toHaveFocus())
  })
})

describe('Finish', () => {
  test('shows every answer, sends what SPEC names, and goes to the pending page', async () => {
    api.draft = kept(whole, 4)
    const { press } = await openWizard()
    expect(await step('Ready to submit?')).toBeVisible()
    expect(screen.getByText(BIO)).toBeVisible()
    expect(screen.getByText('Bharatanatyam (advanced)')).toBeVisible()
    await press('Submit for Approval')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(screen.getByText('Teacher profile submitted for approval!')).toBeVisible()
    expect(api.sent).toEqual([
      {
        email: 'padma@example.com',
        name: 'Padma Subramaniam',
        phone: '',
        bio: BIO,
        teacherProfile: {
          ...whole.teacherProfile,
          performanceVideoLink: '',
          helpVideoLink: '',
          notes: '',
        },
        paymentSettings: { inrRate: 999, usdRate: 24.99 },
      },
    ])
  })

  test('names what is missing and leads to the first of it', async () => {
    const profile = { ...whole.teacherProfile, lastName: '', country: '' }
    api.draft = kept({ ...whole, teacherProfile: profile }, 4)
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please complete all required fields: Last name, Country of origin',
    )
    expect(await step('Basic Info')).toBeVisible()
    await waitFor(() => expect(field(/Last name/)).toHaveFocus())
    expect(api.sent).toEqual([])
  })

  test('calls nothing missing that is only wrong', async () => {
    api.draft = kept({ ...whole, bio: 'Too short', paymentSettings: { inrRate: 10, usdRate: 24.99 } }, 4)
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await step('Experience')).toBeVisible()
    expect(screen.getByText('Bio should be at least 50 characters')).toBeVisible()
    expect(screen.queryByText(/Please complete all required fields/)).toBeNull()
  })

  test('puts the server’s sentences where they belong', async () => {
    api.draft = kept(whole, 4)
    api.apply = () =>
      HttpResponse.json(
        {
          code: 'invalid_fields',
          detail: 'Please check the marked fields.',
          errors: [{ field: 'teacherProfile.helpVideoLink', message: 'Please enter a link' }],
        },
        { status: 422 },
      )
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await step('Pricing')).toBeVisible()
    expect(screen.getByText('Please enter a link')).toBeVisible()
    expect(screen.getByText('Please check the marked fields.')).toBeVisible()
    await waitFor(() => expect(field(/Help video/)).toHaveFocus())
  })

  const refuseHours = (field: string, message: string) => () =>
    HttpResponse.json(
      {
        code: 'invalid_fields',
        detail: 'Please check the marked fields.',
        errors: [{ field: `availability.${field}`, message }],
      },
      { status: 422 },
    )
  const row = { key: 'r', day: '1', start: '09:00', end: '12:00' }
  const hours = { timeZone: 'Asia/Kolkata', visibilityDays: 30, exceptions: [] }

  test('leads to the hour that the server refuses, and forgets it when the hours change', async () => {
    api.draft = kept({ ...whole, hours: { ...hours, rows: [row, { ...row, key: 's', day: '2' }] } }, 4)
    api.apply = refuseHours('weeklySchedule.1.timeRanges.0.end', 'That is too late')
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await step('Availability')).toBeVisible()
    const [, end] = screen.getAllByRole('combobox', { name: /^End/ })
    expect(end).toHaveAccessibleDescription('That is too late')
    await waitFor(() => expect(end).toHaveFocus())
    expect(screen.getByText('Please check the marked fields.')).toBeVisible()
    await press('Add hours')
    await press('Back')
    await press('Continue')
    expect(await step('Availability')).toBeVisible()
    expect(screen.queryByText('That is too late')).toBeNull()
  })

  test('says what is wrong with the hours as a whole', async () => {
    api.draft = kept({ ...whole, hours: { ...hours, rows: [row] } }, 4)
    api.apply = refuseHours('weeklySchedule', 'Too many hours')
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await step('Availability')).toBeVisible()
    const words = screen.getByText('Too many hours')
    expect(words).toHaveAttribute('role', 'alert')
    await waitFor(() => expect(words).toHaveFocus())
  })

  test('does not count hours that are not sent, because they are not finished', async () => {
    api.draft = kept({ ...whole, hours: { ...hours, rows: [row, { ...row, key: 's' }] } }, 4)
    const { press } = await openWizard()
    expect(screen.getByText('Not finished: please look at them once more, or set them later.')).toBeVisible()
    await press('Submit for Approval')
    await waitFor(() => expect(api.sent).toHaveLength(1))
    expect(api.sent[0]).not.toHaveProperty('availability')
  })

  test('sent in another tab already, leads to the pending page and says why', async () => {
    api.draft = kept(whole, 4)
    const detail = 'Your application is being reviewed. It cannot be changed until that is done.'
    api.apply = () => HttpResponse.json({ code: 'application_pending', detail }, { status: 409 })
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(screen.getByText(detail)).toBeVisible()
  })

  test('says when no answer came, and when there is none to show', async () => {
    api.draft = kept(whole, 4)
    api.apply = () => HttpResponse.error()
    const { press } = await openWizard()
    await press('Submit for Approval')
    expect(await screen.findByText('An error occurred during submission')).toBeVisible()
    api.apply = () => HttpResponse.json({ code: 'some_new_code' }, { status: 409 })
    await press('Submit for Approval')
    expect(await screen.findByText('Failed to submit teacher profile')).toBeVisible()
  })
})
