import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { completeDraft, field, noDraft, openWizard, savedDraft, startWizardApi } from './test/openWizard'

let api: ReturnType<typeof startWizardApi>
const pending = {
  code: 'application_pending',
  detail: 'Your application is being reviewed. It cannot be changed until that is done.',
}

beforeEach(() => {
  api = startWizardApi()
})

describe('draft', () => {
  const typeName = async (person: Awaited<ReturnType<typeof openWizard>>['person'], name: string) => {
    await person.clear(field(/First name/))
    await person.type(field(/First name/), name)
  }

  test('is saved on the server after a pause, with the version that was loaded', async () => {
    api.draft = savedDraft(completeDraft)
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText('Saved')).toBeVisible()
    const named = (firstName: string) => ({ step: 0, draft: { teacherProfile: { firstName } } })
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject(named('Asha')))
    await typeName(person, 'Usha')
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject(named('Usha')))
    // Each save sends the version that the previous one returned, whatever the pauses in typing.
    expect(api.saves.map(({ version }) => version)).toEqual(api.saves.map((_, index) => 3 + index))
  })

  test('survives a reload without a network', async () => {
    api.draft = savedDraft(completeDraft)
    api.save = () => HttpResponse.error()
    const first = await openWizard()
    await typeName(first.person, 'Asha')
    expect(await screen.findByText(/You’re offline/)).toBeVisible()
    first.unmount()
    api.save = () => HttpResponse.json({ version: 4, updatedAt: '' })
    await openWizard()
    expect(field(/First name/)).toHaveValue('Asha')
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  test('is saved as soon as the network returns', async () => {
    api.draft = savedDraft(completeDraft)
    api.save = () => HttpResponse.error()
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText(/You’re offline/)).toBeVisible()
    api.save = () => HttpResponse.json({ version: 4, updatedAt: '' })
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  const changedElsewhere = () =>
    HttpResponse.json(
      {
        code: 'version_conflict',
        draft: { ...completeDraft, teacherProfile: { ...completeDraft.teacherProfile, firstName: 'Usha' } },
        step: 0,
        version: 9,
      },
      { status: 409 },
    )

  test('does not overwrite changes from elsewhere, which can be loaded instead', async () => {
    api.draft = savedDraft(completeDraft)
    api.save = changedElsewhere
    const { person, press } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText(/also changed in another tab/)).toBeVisible()
    await press('Use the other version')
    expect(field(/First name/)).toHaveValue('Usha')
    api.save = () => HttpResponse.json({ version: 10, updatedAt: '' })
    await typeName(person, 'Nisha')
    await waitFor(() => expect(api.saves).toContainEqual(expect.objectContaining({ version: 9 })))
  })

  test('does not overwrite hours from elsewhere after these were loaded', async () => {
    const hours = (start: string) => ({
      timeZone: 'Asia/Kolkata',
      visibilityDays: 30,
      exceptions: [],
      rows: [{ key: start, day: '1', start, end: '12:00' }],
    })
    api.draft = savedDraft({ ...completeDraft, hours: hours('09:00') }, 2)
    const remote = { ...completeDraft, hours: hours('10:00') }
    api.save = () =>
      HttpResponse.json({ code: 'version_conflict', draft: remote, step: 2, version: 9 }, { status: 409 })
    const { person, press } = await openWizard()
    const days = () => screen.getByRole('textbox', { name: /Visibility days/ })
    await person.type(days(), '{Backspace}')
    await screen.findByText(/also changed in another tab/)
    await press('Use the other version')
    expect(screen.getByRole('combobox', { name: 'Monday, start' })).toHaveValue('10:00 am')
    expect(days()).toHaveValue('30')
    api.save = () => HttpResponse.json({ version: 10, updatedAt: '' })
    await person.type(days(), '{Backspace}')
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject({ version: 9 }))
    expect(JSON.stringify(api.saves.at(-1))).toContain('10:00')
    expect(JSON.stringify(api.saves.at(-1))).not.toContain('09:00')
  })

  test('overwrites them when the user decides so', async () => {
    api.draft = savedDraft(completeDraft)
    api.save = changedElsewhere
    const { person, press } = await openWizard()
    await typeName(person, 'Asha')
    await screen.findByText(/also changed in another tab/)
    api.save = () => HttpResponse.json({ version: 10, updatedAt: '' })
    await press('Keep this version')
    await waitFor(() =>
      expect(api.saves.at(-1)).toMatchObject({ version: 9, draft: { bio: completeDraft.bio } }),
    )
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  test('rejected by the server is not reported as offline, and is sent again only after a change', async () => {
    api.draft = savedDraft(completeDraft)
    const problem = { code: 'body_too_large', detail: 'That is too much text.' }
    api.save = () => HttpResponse.json(problem, { status: 413 })
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    const message = 'Not saved: That is too much text. We keep your answers on this device for now.'
    expect(await screen.findByText(message)).toBeVisible()
    expect(screen.queryByText(/You’re offline/)).toBeNull()
    const saveCount = api.saves.length
    window.dispatchEvent(new Event('online'))
    api.save = () => HttpResponse.json({ version: 4, updatedAt: '' })
    await person.type(field(/First name/), ' Rao')
    expect(await screen.findByText('Saved')).toBeVisible()
    // A second save of the rejected draft would be the first of these.
    for (const save of api.saves.slice(saveCount)) {
      expect(save).toMatchObject({
        draft: { teacherProfile: { firstName: expect.stringMatching(/^Asha /) } },
      })
    }
  })

  test('opens the pending page if the application was sent in another tab', async () => {
    api.draft = savedDraft(completeDraft)
    api.save = () => HttpResponse.json(pending, { status: 409 })
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(screen.getByText(pending.detail)).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })

  test('opens the home page if the user has another role by now', async () => {
    api.draft = savedDraft(completeDraft)
    api.save = () => HttpResponse.json({ code: 'role_not_allowed' }, { status: 403 })
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    // Nobody is signed in in this test, so the home page is the site.
    expect(await screen.findByText('at /')).toBeVisible()
  })

  test('of a rejected application is shown with the warning and the reason', async () => {
    api.draft = { ...noDraft, draft: completeDraft, source: 'application' }
    await openWizard({ reason: 'The link does not open.' })
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your previous teacher application was not approved. You may submit a new application with complete information.',
    )
    expect(screen.getByRole('alert')).toHaveTextContent('The link does not open.')
    expect(field(/First name/)).toHaveValue('Padma')
    const styles = screen.getByRole('region', { name: 'Dance styles' })
    expect(within(styles).getByRole('combobox', { name: /^Dance style( \*)?$/ })).toHaveValue('Bharatanatyam')
  })
})
