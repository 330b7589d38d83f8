import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '@/test/render'
import { Shell } from './Shell'

const open = (onSelect = vi.fn()) => {
  const { person } = renderUi(
    <Shell productName="Tala" menu={[{ key: 'terms', label: 'Terms', onSelect }]}>
      Inside
    </Shell>,
  )
  return { person, button: screen.getByRole('button', { name: 'Open menu' }), onSelect }
}

test('closing the drawer returns focus to the menu button, including the first time', async () => {
  const { person, button } = open()
  for (const _ of ['first', 'second']) {
    await person.click(button)
    const drawer = await screen.findByRole('dialog')
    await waitFor(() => expect(drawer).toContainElement(document.activeElement as HTMLElement))
    await person.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  }
})

test('the page with the open drawer has one banner landmark', async () => {
  const { person, button } = open()
  await person.click(button)
  await screen.findByRole('dialog')
  expect(screen.getAllByRole('banner', { hidden: true })).toHaveLength(1)
})

test('selecting an entry of the drawer calls its handler and closes the drawer', async () => {
  const { person, button, onSelect } = open()
  await person.click(button)
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Terms' }))
  expect(onSelect).toHaveBeenCalledOnce()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
