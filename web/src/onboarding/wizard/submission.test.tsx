import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { TERMS_VERSION } from '@/lib/termsVersion'
import { BIO, completeDraft, field, openWizard, savedDraft, startWizardApi, step } from './test/openWizard'

let api: ReturnType<typeof startWizardApi>

beforeEach(() => {
  api = startWizardApi()
})

describe('Finish', () => {
  test('shows every answer, sends the fields of SPEC and opens the pending page', async () => {
    api.draft = savedDraft(completeDraft, 4)
    const { press: click } = await openWizard()
    expect(await step('Ready to submit?')).toBeVisible()
    expect(screen.getByText(BIO)).toBeVisible()
    expect(screen.getByText('Bharatanatyam (advanced)')).toBeVisible()
    expect(document.body).toHaveTextContent('By submitting, you agree to our Terms and Privacy Policy.')
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
        acceptedTerms: TERMS_VERSION,
      },
    ])
  })

  test('shows and sends the name of a style that is not in the list', async () => {
    const styles = [{ style: 'Lavani', level: 'expert' }]
    api.draft = savedDraft(
      {
        ...completeDraft,
        teacherProfile: { ...completeDraft.teacherProfile, danceStylesWithLevel: styles },
      },
      4,
    )
    const { press: click } = await openWizard()
    expect(screen.getByText('Lavani (expert)')).toBeVisible()
    await click('Submit for Approval')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(api.sent).toMatchObject([{ teacherProfile: { danceStylesWithLevel: styles } }])
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

  test('lists all fields that the server rejects, and opens each', async () => {
    api.draft = savedDraft(completeDraft, 4)
    api.apply = () =>
      HttpResponse.json(
        {
          code: 'invalid_fields',
          detail: 'Please check the marked fields.',
          errors: [
            { field: 'phone', message: 'Please enter a valid phone number' },
            { field: 'teacherProfile.helpVideoLink', message: 'Please enter a link' },
          ],
        },
        { status: 422 },
      )
    const { press: click, person } = await openWizard()
    await click('Submit for Approval')
    expect(await step('Basic Info')).toBeVisible()
    expect(screen.getByText('Please enter a valid phone number')).toBeVisible()
    const list = within(
      screen.getByText('Please correct these fields:').closest('[role=alert]') as HTMLElement,
    )
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Phone (Basic Info)',
      'Help video link (Pricing)',
    ])
    await person.click(list.getByRole('button', { name: 'Help video link' }))
    expect(await step('Pricing')).toBeVisible()
    expect(screen.getByText('Please enter a link')).toBeVisible()
    await waitFor(() => expect(field(/Help video/)).toHaveFocus())
    await click('Continue')
    expect(list.queryByText('Help video link')).toBeNull()
  })

  test('shows the zone and the hours for review', async () => {
    const rows = [{ key: 'r', day: '1', start: '07:00', end: '11:00' }]
    const hours = { timeZone: 'America/New_York', visibilityDays: 30, exceptions: [], rows }
    api.draft = savedDraft({ ...completeDraft, hours }, 4)
    await openWizard()
    expect(screen.getByText(/^New York, GMT−[45]$/)).toBeVisible()
    expect(screen.getByText(/Monday: 7:00 am to 11:00 am/)).toBeVisible()
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
    const { press: click, person } = await openWizard()
    await click('Submit for Approval')
    expect(await step('Availability')).toBeVisible()
    const end = screen.getByRole('combobox', { name: 'Tuesday, end' })
    expect(end).toHaveAccessibleDescription('That is too late')
    await waitFor(() => expect(end).toHaveFocus())
    expect(screen.getByText('Please check the marked fields.')).toBeVisible()
    await person.click(screen.getByRole('switch', { name: 'Wednesday' }))
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
    expect(
      screen.getByText('Some hours aren’t valid and won’t be saved. Fix them now or set them later.'),
    ).toBeVisible()
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
