import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreFocus } from './restoreFocus'

let stopRestoring: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Classes</h1>
      <button id="approve">Approve</button>
      <section aria-labelledby="hours"><h2 id="hours">Hours</h2><button id="remove">Remove</button></section>
    </main>
    <section role="dialog" tabindex="-1"><fieldset><input><button id="send">Send</button></fieldset></section>`
  stopRestoring = restoreFocus()
})

afterEach(() => stopRestoring())

const find = (selector: string) => document.querySelector(selector) as HTMLElement
/** Mutation observers run after the current task. */
const mutationsHandled = () => new Promise((done) => setTimeout(done))

test('a busy dialog takes focus and returns it to the element that had it', async () => {
  const fieldset = find('fieldset')
  for (const element of [find('#send'), find('input')]) {
    element.focus()
    fieldset.toggleAttribute('disabled', true)
    await mutationsHandled()
    expect(find('[role="dialog"]')).toHaveFocus()
    fieldset.toggleAttribute('disabled', false)
    await mutationsHandled()
    expect(element).toHaveFocus()
  }
})

test('focus of a removed element moves to the heading of its section, or of the page', async () => {
  find('#remove').focus()
  find('#remove').remove()
  await mutationsHandled()
  expect(find('h2')).toHaveFocus()
  find('#approve').focus()
  find('#approve').remove()
  await mutationsHandled()
  expect(find('h1')).toHaveFocus()
})

test('focus of a removed row moves to the next row, else to the last one, else to the heading', async () => {
  const section = find('section[aria-labelledby="hours"]')
  const rows = ['mon', 'tue', 'wed'].map(
    (day) => `<p id="${day}"><button data-row-action>Remove</button></p>`,
  )
  section.insertAdjacentHTML('beforeend', rows.join(''))
  const remove = async (day: string) => {
    find(`#${day} button`).focus()
    find(`#${day}`).remove()
    await mutationsHandled()
  }
  await remove('tue')
  expect(find('#wed button')).toHaveFocus()
  await remove('wed')
  expect(find('#mon button')).toHaveFocus()
  find('#mon button').insertAdjacentHTML('afterend', '<button data-row-action disabled>Remove</button>')
  find('#mon button').focus()
  find('#mon button').remove()
  await mutationsHandled()
  expect(find('h2')).toHaveFocus()
})

test('focus of a removed part of a dialog moves to the dialog; a removed dialog leaves focus to its opener', async () => {
  find('#send').focus()
  find('fieldset').remove()
  await mutationsHandled()
  expect(find('[role="dialog"]')).toHaveFocus()
  find('[role="dialog"]').remove()
  await mutationsHandled()
  expect(document.body).toHaveFocus()
})

test('a click on the background keeps focus from being restored', async () => {
  const approve = find('#approve')
  approve.focus()
  approve.toggleAttribute('disabled', true)
  await mutationsHandled()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  approve.blur()
  approve.toggleAttribute('disabled', false)
  await mutationsHandled()
  expect(approve).not.toHaveFocus()
})
