import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { BIO, completeDraft, field, openWizard, savedDraft, startWizardApi, step } from './test/openWizard'

let api: ReturnType<typeof startWizardApi>

beforeEach(() => {
  api = startWizardApi()
})

describe('Basic Info', () => {
  test('starts with the account’s name and address, and asks for the rest', async () => {
    const { press: click } = await openWizard()
    expect(field(/First name/)).toHaveValue('Padma')
    expect(field(/Last name/)).toHaveValue('Subramaniam')
    expect(field(/E-mail/)).toHaveValue('padma@example.com')
    expect(field(/E-mail/)).toHaveAttribute('readonly')
    expect(screen.getByRole('combobox', { name: /Level 1/ })).toHaveValue('intermediate')
    await click('Continue')
    expect(screen.getByText('Country is required')).toBeVisible()
    expect(screen.getByText('Please select at least one dance style')).toBeVisible()
    expect(screen.getByText('You must confirm your age')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: /Country/ })).toHaveFocus())
    expect(await step('Basic Info')).toBeVisible()
  })

  test('requires both names', async () => {
    const { press: click, person } = await openWizard()
    await person.clear(field(/First name/))
    await person.clear(field(/Last name/))
    await click('Continue')
    expect(screen.getByText('First name is required')).toBeVisible()
    expect(screen.getByText('Last name is required')).toBeVisible()
  })

  test('keeps at least one style and rejects duplicates', async () => {
    const { press: click, choose } = await openWizard()
    expect(screen.getByRole('button', { name: 'Remove dance style 1' })).toBeDisabled()
    await choose(/Dance style 1/, 'Kathak')
    await click('Add a dance style')
    await choose(/Dance style 2/, 'Kathak')
    await click('Continue')
    expect(screen.getByText('This dance style is in the list twice')).toBeVisible()
    await click('Remove dance style 2')
    expect(screen.getByRole('button', { name: 'Remove dance style 1' })).toBeDisabled()
  })

  test('continues when it is complete, and goes back to the role choice', async () => {
    const { press: click, person, choose, onBack } = await openWizard()
    await choose(/Country/, 'United Kingdom')
    await choose(/Dance style 1/, 'Odissi')
    await person.click(screen.getByRole('checkbox', { name: 'I confirm I am at least 18 years old' }))
    await click('Continue')
    const next = await step('Experience')
    await waitFor(() => expect(next).toHaveFocus())
    await click('Back')
    expect(screen.getByRole('combobox', { name: /Country/ })).toHaveValue('United Kingdom')
    await click('Back')
    expect(onBack).toHaveBeenCalledOnce()
  })
})

describe('Experience', () => {
  test('shows the specification’s messages', async () => {
    api.draft = savedDraft({}, 1)
    const { press: click, person } = await openWizard()
    await person.type(field(/Professional bio/), 'Too short')
    await click('Continue')
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

  test('counts characters and not code units', async () => {
    api.draft = savedDraft({ ...completeDraft, bio: '💃'.repeat(1000) }, 1)
    const { press: click, person } = await openWizard()
    await person.type(field(/Professional bio/), 'x')
    await click('Continue')
    expect(screen.getByText('Bio cannot exceed 1000 characters')).toBeVisible()
    await person.type(field(/Professional bio/), '{Backspace}')
    await click('Continue')
    expect(await step('Availability')).toBeVisible()
  })
})

describe('Availability', () => {
  test('shows the specification’s text when saved, and is kept in the draft', async () => {
    api.draft = savedDraft(completeDraft, 2)
    const { press: click, choose } = await openWizard()
    await click('Add hours')
    await choose(/^Day/, 'Monday')
    await choose(/^Start/, '09:00')
    await choose(/^End/, '12:00')
    await click('Save availability')
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

  test('can be skipped', async () => {
    api.draft = savedDraft(completeDraft, 2)
    const { press: click } = await openWizard()
    await click('Continue')
    expect(await step('Pricing')).toBeVisible()
  })
})

describe('Pricing', () => {
  test('has defaults and validates limits and link', async () => {
    const { teacherProfile } = completeDraft
    api.draft = savedDraft({ ...completeDraft, teacherProfile: { ...teacherProfile, googleMeetLink: '' } }, 3)
    const { press: click, person } = await openWizard()
    const usd = field(/Hourly rate \(USD\)/)
    const inr = field(/Hourly rate \(INR\)/)
    expect(usd).toHaveValue('$24.99')
    expect(inr).toHaveValue('₹999')
    await person.clear(usd)
    await person.type(usd, '9.98')
    await person.clear(inr)
    await click('Continue')
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
  test('shows every answer, sends the fields of SPEC and opens the pending page', async () => {
    api.draft = savedDraft(completeDraft, 4)
    const { press: click } = await openWizard()
    expect(await step('Ready to submit?')).toBeVisible()
    expect(screen.getByText(BIO)).toBeVisible()
    expect(screen.getByText('Bharatanatyam (advanced)')).toBeVisible()
    await click('Submit for Approval')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(screen.getByText('Teacher profile submitted for approval!')).toBeVisible()
    expect(api.sent).toEqual([
      {
        email: 'padma@example.com',
        name: 'Padma Subramaniam',
        phone: '',
        bio: BIO,
        teacherProfile: {
          ...completeDraft.teacherProfile,
          performanceVideoLink: '',
          helpVideoLink: '',
          notes: '',
        },
        paymentSettings: { inrRate: 999, usdRate: 24.99 },
      },
    ])
  })

  test('names the missing fields and opens the step of the first one', async () => {
    const profile = { ...completeDraft.teacherProfile, lastName: '', country: '' }
    api.draft = savedDraft({ ...completeDraft, teacherProfile: profile }, 4)
    const { press: click } = await openWizard()
    await click('Submit for Approval')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Please complete all required fields: Last name, Country of origin',
    )
    expect(await step('Basic Info')).toBeVisible()
    await waitFor(() => expect(field(/Last name/)).toHaveFocus())
    expect(api.sent).toEqual([])
  })

  test('does not list invalid fields as missing', async () => {
    api.draft = savedDraft(
      { ...completeDraft, bio: 'Too short', paymentSettings: { inrRate: 10, usdRate: 24.99 } },
      4,
    )
    const { press: click } = await openWizard()
    await click('Submit for Approval')
    expect(await step('Experience')).toBeVisible()
    expect(screen.getByText('Bio should be at least 50 characters')).toBeVisible()
    expect(screen.queryByText(/Please complete all required fields/)).toBeNull()
  })

  test('shows the server’s errors at their fields', async () => {
    api.draft = savedDraft(completeDraft, 4)
    api.apply = () =>
      HttpResponse.json(
        {
          code: 'invalid_fields',
          detail: 'Please check the marked fields.',
          errors: [{ field: 'teacherProfile.helpVideoLink', message: 'Please enter a link' }],
        },
        { status: 422 },
      )
    const { press: click } = await openWizard()
    await click('Submit for Approval')
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

  test('opens the hours that the server rejects, and clears the error when they change', async () => {
    api.draft = savedDraft(
      { ...completeDraft, hours: { ...hours, rows: [row, { ...row, key: 's', day: '2' }] } },
      4,
    )
    api.apply = refuseHours('weeklySchedule.1.timeRanges.0.end', 'That is too late')
    const { press: click } = await openWizard()
    await click('Submit for Approval')
    expect(await step('Availability')).toBeVisible()
    const [, end] = screen.getAllByRole('combobox', { name: /^End/ })
    expect(end).toHaveAccessibleDescription('That is too late')
    await waitFor(() => expect(end).toHaveFocus())
    expect(screen.getByText('Please check the marked fields.')).toBeVisible()
    await click('Add hours')
    await click('Back')
    await click('Continue')
    expect(await step('Availability')).toBeVisible()
    expect(screen.queryByText('That is too late')).toBeNull()
  })

  test('shows errors of the hours as a whole', async () => {
    api.draft = savedDraft({ ...completeDraft, hours: { ...hours, rows: [row] } }, 4)
    api.apply = refuseHours('weeklySchedule', 'Too many hours')
    const { press: click } = await openWizard()
    await click('Submit for Approval')
    expect(await step('Availability')).toBeVisible()
    const message = screen.getByText('Too many hours')
    expect(message).toHaveAttribute('role', 'alert')
    await waitFor(() => expect(message).toHaveFocus())
  })

  test('ignores incomplete hours, which are not sent', async () => {
    api.draft = savedDraft({ ...completeDraft, hours: { ...hours, rows: [row, { ...row, key: 's' }] } }, 4)
    const { press: click } = await openWizard()
    expect(screen.getByText('Not finished: please look at them once more, or set them later.')).toBeVisible()
    await click('Submit for Approval')
    await waitFor(() => expect(api.sent).toHaveLength(1))
    expect(api.sent[0]).not.toHaveProperty('availability')
  })

  test('opens the pending page with a message if the application was sent in another tab', async () => {
    api.draft = savedDraft(completeDraft, 4)
    const detail = 'Your application is being reviewed. It cannot be changed until that is done.'
    api.apply = () => HttpResponse.json({ code: 'application_pending', detail }, { status: 409 })
    const { press: click } = await openWizard()
    await click('Submit for Approval')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(screen.getByText(detail)).toBeVisible()
  })

  test('shows a message when no response arrives or it has no text', async () => {
    api.draft = savedDraft(completeDraft, 4)
    api.apply = () => HttpResponse.error()
    const { press: click } = await openWizard()
    await click('Submit for Approval')
    expect(await screen.findByText('An error occurred during submission')).toBeVisible()
    api.apply = () => HttpResponse.json({ code: 'some_new_code' }, { status: 409 })
    await click('Submit for Approval')
    expect(await screen.findByText('Failed to submit teacher profile')).toBeVisible()
  })
})
