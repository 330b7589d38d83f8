import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from './keepFocus'

let stop: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Classes</h1>
      <button id="approve">Approve</button>
      <section aria-labelledby="hours"><h2 id="hours">Hours</h2><button id="remove">Remove</button></section>
    </main>
    <section role="dialog" tabindex="-1"><fieldset><input><button id="send">Send</button></fieldset></section>`
  stop = keepFocus()
})

afterEach(() => stop())

const find = (selector: string) => document.querySelector(selector) as HTMLElement
/** Changes of the page are noticed after the code that made them. */
const noticed = () => new Promise((done) => setTimeout(done))

test('while a dialog is busy the focus waits on it, and then returns to what had it', async () => {
  const fieldset = find('fieldset')
  for (const had of [find('#send'), find('input')]) {
    had.focus()
    fieldset.toggleAttribute('disabled', true)
    await noticed()
    expect(find('[role="dialog"]')).toHaveFocus()
    fieldset.toggleAttribute('disabled', false)
    await noticed()
    expect(had).toHaveFocus()
  }
})

test('what has gone leaves the focus to the heading of its section, or of the page', async () => {
  find('#remove').focus()
  find('#remove').remove()
  await noticed()
  expect(find('h2')).toHaveFocus()
  find('#approve').focus()
  find('#approve').remove()
  await noticed()
  expect(find('h1')).toHaveFocus()
})

test('a row that is removed leaves it to the next, the last one to the one before, the one before a last that has to stay to the heading', async () => {
  const section = find('section[aria-labelledby="hours"]')
  const rows = ['mon', 'tue', 'wed'].map(
    (day) => `<p id="${day}"><button data-in-each-row>Remove</button></p>`,
  )
  section.insertAdjacentHTML('beforeend', rows.join(''))
  const remove = async (day: string) => {
    find(`#${day} button`).focus()
    find(`#${day}`).remove()
    await noticed()
  }
  await remove('tue')
  expect(find('#wed button')).toHaveFocus()
  await remove('wed')
  expect(find('#mon button')).toHaveFocus()
  find('#mon button').insertAdjacentHTML('afterend', '<button data-in-each-row disabled>Remove</button>')
  find('#mon button').focus()
  find('#mon button').remove()
  await noticed()
  expect(find('h2')).toHaveFocus()
})

test('a part of a dialog leaves it to the dialog, and a dialog to whoever opened it', async () => {
  find('#send').focus()
  find('fieldset').remove()
  await noticed()
  expect(find('[role="dialog"]')).toHaveFocus()
  find('[role="dialog"]').remove()
  await noticed()
  expect(document.body).toHaveFocus()
})

test('who clicks on nothing meanwhile is left alone', async () => {
  const approve = find('#approve')
  approve.focus()
  approve.toggleAttribute('disabled', true)
  await noticed()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  approve.blur()
  approve.toggleAttribute('disabled', false)
  await noticed()
  expect(approve).not.toHaveFocus()
})
