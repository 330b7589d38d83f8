import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderUi } from '@/test/render'
import { Dialog } from './Dialog'
import { Shell } from './Shell'
import { useReturnFocus } from './useReturnFocus'

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

function Question({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  return (
    <Dialog opened onClose={onClose} title="Leave?">
      <button type="button" onClick={onClose} data-autofocus>
        Stay
      </button>
    </Dialog>
  )
}

/** The question opens some time after the entry was selected. */
function PageWithQuestion({ delayMs }: { delayMs: number }) {
  const [isAsking, setIsAsking] = useState(false)
  const ask = () => (delayMs < 0 ? setIsAsking(true) : setTimeout(() => setIsAsking(true), delayMs))
  return (
    <Shell productName="Tala" menu={[{ key: 'leave', label: 'Leave', onSelect: () => void ask() }]}>
      <h1>Hours</h1>
      {isAsking && <Question onClose={() => setIsAsking(false)} />}
    </Shell>
  )
}

// With the drawer, after it but before Mantine returns its focus (10 ms), and after that.
test.each([-1, 0, 5, 50])(
  'a dialog that an entry of the drawer opens (%d ms) returns focus to the menu button',
  async (delayMs) => {
    const { person } = renderUi(<PageWithQuestion delayMs={delayMs} />)
    const button = screen.getByRole('button', { name: 'Open menu' })
    await person.click(button)
    const entry = within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' })
    entry.focus()
    fireEvent.click(entry)
    const stay = await screen.findByRole('button', { name: 'Stay' })
    await waitFor(() => expect(stay).toHaveFocus())
    fireEvent.click(stay)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(button).toHaveFocus())
  },
)
