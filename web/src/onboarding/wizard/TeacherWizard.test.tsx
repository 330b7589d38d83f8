import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeDraft, field, openWizard, savedDraft, startWizardApi, step } from './test/openWizard'

let api: ReturnType<typeof startWizardApi>

beforeEach(() => {
  api = startWizardApi()
})

describe('Basic Info', () => {
  test('starts with the account’s name and address, and asks for the rest', async () => {
    const { press: click } = await openWizard()
    expect(field(/First name/)).toHaveValue('Padma')
    expect(field(/Last name/)).toHaveValue('Subramaniam')
    expect(field(/Email/)).toHaveValue('padma@example.com')
    expect(field(/Email/)).toHaveAttribute('readonly')
    expect(screen.getByRole('combobox', { name: 'Level' })).toHaveValue('Intermediate')
    await click('Continue')
    expect(screen.getByText('Country is required')).toBeVisible()
    expect(screen.getByText('Please select at least one dance style')).toBeVisible()
    expect(screen.getByText('You must confirm your age')).toBeVisible()
    await waitFor(() => expect(screen.getByRole('combobox', { name: /Country/ })).toHaveFocus())
    expect(await step('Basic Info')).toBeVisible()
  })

  test('is a named step that can be opened again', async () => {
    api.draft = savedDraft(completeDraft, 2)
    const { press: click } = await openWizard()
    await click('Basic Info, done')
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
    await choose(/^Dance style( \*)?$/, 'Kathak')
    await click('Add a dance style')
    await choose(/Dance style 2/, 'Kathak')
    await click('Continue')
    expect(screen.getByText('This dance style is in the list twice')).toBeVisible()
    await click('Remove dance style 2')
    expect(screen.getByRole('button', { name: 'Remove dance style 1' })).toBeDisabled()
  })

  test('asks for the name of a style that is not in the list', async () => {
    const { press: click, person, choose } = await openWizard()
    await choose(/^Dance style( \*)?$/, 'Other')
    await click('Continue')
    const name = field(/^Name of the style/)
    expect(name).toHaveAccessibleDescription('Please enter the name of the dance style')
    await person.type(name, 'kathak')
    await click('Add a dance style')
    await choose(/Dance style 2/, 'Kathak')
    await click('Continue')
    expect(screen.getByText('This dance style is in the list twice')).toBeVisible()
  })

  test('continues when it is complete, and goes back to the role choice', async () => {
    const { press: click, person, choose, onBack } = await openWizard()
    await choose(/Country/, 'United Kingdom')
    await choose(/^Dance style( \*)?$/, 'Odissi')
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

describe('optional fields', () => {
  test('are checked on Continue of their step', async () => {
    const profile = { ...completeDraft.teacherProfile, helpVideoLink: 'javascript:alert(1)' }
    const social = { performanceVideoLink: 'not a url', socialMedia: { instagram: 'my page' } }
    api.draft = savedDraft({ ...completeDraft, phone: 'hello', teacherProfile: { ...profile, ...social } }, 0)
    const { press: click, person } = await openWizard()
    await click('Continue')
    expect(screen.getByText('Please enter a valid phone number, or leave it empty')).toBeVisible()
    await waitFor(() => expect(field(/Phone/)).toHaveFocus())
    await person.clear(field(/Phone/))
    await click('Continue')
    await step('Experience')
    await click('Continue')
    expect(screen.getByText('Please enter a link that starts with https://')).toBeVisible()
    expect(screen.getByText('Please enter your Instagram name, such as @asha.dance')).toBeVisible()
    await person.clear(field(/Performance video/))
    await person.clear(field(/Instagram/))
    await click('Continue')
    await step('Availability')
    await click('Continue')
    await step('Pricing')
    await click('Continue')
    expect(screen.getByText('Please enter a link that starts with https://')).toBeVisible()
  })
})

describe('Availability', () => {
  test('shows the specification’s text when saved, and is kept in the draft', async () => {
    api.draft = savedDraft(completeDraft, 2)
    const { press: click, choose, person } = await openWizard()
    await person.click(screen.getByRole('switch', { name: 'Monday' }))
    await choose(/^Monday, end/, '11:00 am')
    await click('Save availability')
    expect(screen.getByText('Availability saved. Click Continue to proceed.')).toBeVisible()
    await waitFor(() =>
      expect(api.saves.at(-1)).toMatchObject({
        step: 2,
        draft: {
          availability: {
            weeklySchedule: [{ dayOfWeek: 1, timeRanges: [{ start: '09:00', end: '11:00' }] }],
          },
        },
      }),
    )
  })

  test('keeps the length of a range whose start passes its end', async () => {
    api.draft = savedDraft(completeDraft, 2)
    const { choose, person } = await openWizard()
    await person.click(screen.getByRole('switch', { name: 'Monday' }))
    await choose(/^Monday, start/, '5:30 pm')
    expect(screen.getByRole('combobox', { name: 'Monday, end' })).toHaveValue('8:30 pm')
    expect(screen.getByText('3 classes a week')).toBeVisible()
  })

  test('shows the message of Save on Continue while the hours are not valid', async () => {
    api.draft = savedDraft(completeDraft, 2)
    const { press: click, choose, person } = await openWizard()
    await person.click(screen.getByRole('switch', { name: 'Monday' }))
    await choose(/^Monday, end/, '8:00 am')
    await click('Continue')
    expect(await screen.findByText('The end must be after the start')).toBeVisible()
    expect(await step('Availability')).toBeVisible()
    await choose(/^Monday, end/, '10:00 am')
    await click('Continue')
    expect(await step('Pricing')).toBeVisible()
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
