import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Landing } from './Landing'
import { PLACEHOLDERS } from './siteConfig'

const signIn = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('@/session/signIn', () => ({ signIn }))

// jsdom has no dialogs.
beforeEach(() => {
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '')
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open')
    },
  })
})

afterEach(() => {
  vi.clearAllMocks()
  window.history.replaceState(null, '', '/')
})

/** Follows a link of the prerendered page, then the page's script starts. */
function pressBeforeScript(name: string) {
  const page = document.createElement('div')
  page.innerHTML = renderToString(<Landing config={PLACEHOLDERS} />)
  const link = within(document.body.appendChild(page)).getAllByRole('link', { name })[0]
  window.history.replaceState(null, '', link?.getAttribute('href'))
  page.remove()
  render(<Landing config={PLACEHOLDERS} />)
}

test.each([
  ['Login', 'login'],
  ['Teacher? Create Profile', 'teacher'],
])('%s, pressed before the script has loaded, starts the sign-in', async (name, intent) => {
  pressBeforeScript(name)
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith({ intent }, undefined))
})

test.each([
  ['Student? Use Invite Code', 'Use your invite code'],
  ['No Invite code? Join waitlist', '{{productName}}'],
  ['Join the waitlist', '{{productName}}'],
])('%s, pressed before the script has loaded, opens the dialog', async (name, title) => {
  pressBeforeScript(name)
  expect(await screen.findByRole('dialog', { name: title })).toBeVisible()
})

test('a second press while the sign-in starts does nothing', async () => {
  signIn.mockReturnValue(new Promise(() => undefined))
  render(<Landing config={PLACEHOLDERS} />)
  const person = userEvent.setup()
  await person.dblClick(screen.getByRole('link', { name: 'Login' }))
  await vi.waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith({ intent: 'login' }, undefined))
  expect(window.location.hash).toBe('')
})
