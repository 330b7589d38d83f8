import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, kept, nothing, openWizard, startApi, whole } from './test/openWizard'

let api: ReturnType<typeof startApi>
const pending = {
  code: 'application_pending',
  detail: 'Your application is being reviewed. It cannot be changed until that is done.',
}

beforeEach(() => {
  api = startApi()
})

describe('what is typed', () => {
  const typeName = async (person: Awaited<ReturnType<typeof openWizard>>['person'], name: string) => {
    await person.clear(field(/First name/))
    await person.type(field(/First name/), name)
  }

  test('is kept on the server after a pause, over the version that was read', async () => {
    api.draft = kept(whole)
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText('Saved')).toBeVisible()
    const named = (firstName: string) => ({ step: 0, draft: { teacherProfile: { firstName } } })
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject(named('Asha')))
    await typeName(person, 'Usha')
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject(named('Usha')))
    // Each over the version that the one before has made, whatever pauses there were in the typing.
    expect(api.saves.map(({ version }) => version)).toEqual(api.saves.map((_, index) => 3 + index))
  })

  test('survives a reload without a network', async () => {
    api.draft = kept(whole)
    api.save = () => HttpResponse.error()
    const first = await openWizard()
    await typeName(first.person, 'Asha')
    expect(await screen.findByText(/You are offline/)).toBeVisible()
    first.unmount()
    api.save = () => HttpResponse.json({ version: 4, updatedAt: '' })
    await openWizard()
    expect(field(/First name/)).toHaveValue('Asha')
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  test('is sent as soon as the network is back', async () => {
    api.draft = kept(whole)
    api.save = () => HttpResponse.error()
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText(/You are offline/)).toBeVisible()
    api.save = () => HttpResponse.json({ version: 4, updatedAt: '' })
    window.dispatchEvent(new Event('online'))
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  const changedElsewhere = () =>
    HttpResponse.json(
      {
        code: 'version_conflict',
        draft: { ...whole, teacherProfile: { ...whole.teacherProfile, firstName: 'Usha' } },
        step: 0,
        version: 9,
      },
      { status: 409 },
    )

  test('overwrites nothing that was typed elsewhere, which can be had instead', async () => {
    api.draft = kept(whole)
    api.save = changedElsewhere
    const { person, press } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText(/also changed elsewhere/)).toBeVisible()
    await press('Use the other version')
    expect(field(/First name/)).toHaveValue('Usha')
    api.save = () => HttpResponse.json({ version: 10, updatedAt: '' })
    await typeName(person, 'Nisha')
    await waitFor(() => expect(api.saves).toContainEqual(expect.objectContaining({ version: 9 })))
  })

  test('overwrites no hours that were set elsewhere once these were chosen', async () => {
    const hours = (start: string) => ({
      timeZone: 'Asia/Kolkata',
      visibilityDays: 30,
      exceptions: [],
      rows: [{ key: start, day: '1', start, end: '12:00' }],
    })
    api.draft = kept({ ...whole, hours: hours('09:00') }, 2)
    const theirs = { ...whole, hours: hours('10:00') }
    api.save = () =>
      HttpResponse.json({ code: 'version_conflict', draft: theirs, step: 2, version: 9 }, { status: 409 })
    const { person, press } = await openWizard()
    const days = () => screen.getByRole('textbox', { name: /Visibility days/ })
    await person.type(days(), '{Backspace}')
    await screen.findByText(/also changed elsewhere/)
    await press('Use the other version')
    expect(screen.getByRole('combobox', { name: 'Start' })).toHaveValue('10:00')
    expect(days()).toHaveValue('30')
    api.save = () => HttpResponse.json({ version: 10, updatedAt: '' })
    await person.type(days(), '{Backspace}')
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject({ version: 9 }))
    expect(JSON.stringify(api.saves.at(-1))).toContain('10:00')
    expect(JSON.stringify(api.saves.at(-1))).not.toContain('09:00')
  })

  test('wins over it when the person says so', async () => {
    api.draft = kept(whole)
    api.save = changedElsewhere
    const { person, press } = await openWizard()
    await typeName(person, 'Asha')
    await screen.findByText(/also changed elsewhere/)
    api.save = () => HttpResponse.json({ version: 10, updatedAt: '' })
    await press('Keep what I see here')
    await waitFor(() => expect(api.saves.at(-1)).toMatchObject({ version: 9, draft: { bio: whole.bio } }))
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  test('that the server refuses is not called a network that is away, and goes again only when it changes', async () => {
    api.draft = kept(whole)
    const refused = { code: 'body_too_large', detail: 'That is too much text.' }
    api.save = () => HttpResponse.json(refused, { status: 413 })
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    const words = 'Not saved: That is too much text. It is kept on this device for now.'
    expect(await screen.findByText(words)).toBeVisible()
    expect(screen.queryByText(/You are offline/)).toBeNull()
    const tries = api.saves.length
    window.dispatchEvent(new Event('online'))
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(api.saves).toHaveLength(tries)
    api.save = () => HttpResponse.json({ version: 4, updatedAt: '' })
    await typeName(person, 'Usha')
    expect(await screen.findByText('Saved')).toBeVisible()
  })

  test('leads to the pending page when the application was sent in another tab', async () => {
    api.draft = kept(whole)
    api.save = () => HttpResponse.json(pending, { status: 409 })
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    expect(await screen.findByText('at /verification-pending')).toBeVisible()
    expect(screen.getByText(pending.detail)).toBeVisible()
    expect(localStorage).toHaveLength(0)
  })

  test('leads home when the person is something else by now', async () => {
    api.draft = kept(whole)
    api.save = () => HttpResponse.json({ code: 'role_not_allowed' }, { status: 403 })
    const { person } = await openWizard()
    await typeName(person, 'Asha')
    // In this test nobody is signed in, so home is the site.
    expect(await screen.findByText('at /')).toBeVisible()
  })

  test('of a rejected application is there again, with the warning and the reason', async () => {
    api.draft = { ...nothing, draft: whole, source: 'application' }
    await openWizard({ reason: 'The link does not open.' })
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Your previous teacher application was not approved. You may submit a new application with complete information.',
    )
    expect(screen.getByRole('alert')).toHaveTextContent('The link does not open.')
    expect(field(/First name/)).toHaveValue('Padma')
    const styles = screen.getByRole('region', { name: 'Dance styles' })
    expect(within(styles).getByRole('combobox', { name: /Dance style 1/ })).toHaveValue('Bharatanatyam')
  })
})
