import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { startLeaving, stopLeaving } from '@/lib/leaving'
import { renderUi } from '@/test/render'
import { Dialog } from './Dialog'

function Example() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="Book Your Class"
        transitionProps={{ duration: 0 }}
      >
        <button type="button" onClick={() => setOpened(false)}>
          Cancel
        </button>
      </Dialog>
    </>
  )
}

const dialog = () => screen.queryByRole('dialog')

afterEach(stopLeaving)

test('Back closes the dialog and stays on the page', async () => {
  window.history.replaceState(null, '', '/booking#dashboard')
  window.history.pushState(null, '', '/booking#activeclasses')
  const { person } = renderUi(<Example />)
  await person.click(screen.getByRole('button', { name: 'Open' }))
  expect(dialog()).toBeInTheDocument()
  act(() => window.history.back())
  await waitFor(() => expect(dialog()).toBeNull())
  expect(window.location.hash).toBe('#activeclasses')
})

test('closing the dialog removes its history entry', async () => {
  window.history.replaceState(null, '', '/booking#dashboard')
  window.history.pushState(null, '', '/booking#history')
  const { person } = renderUi(<Example />)
  await person.click(screen.getByRole('button', { name: 'Open' }))
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(window.history.state).toBeNull())
  act(() => window.history.back())
  await waitFor(() => expect(window.location.hash).toBe('#dashboard'))
})

test('closing the dialog does not go back while the page is being left, which would cancel that', async () => {
  window.history.replaceState(null, '', '/booking#history')
  const { person } = renderUi(<Example />)
  await person.click(screen.getByRole('button', { name: 'Open' }))
  startLeaving()
  const goBack = vi.spyOn(window.history, 'back')
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(dialog()).toBeNull())
  await new Promise((resolve) => setTimeout(resolve))
  expect(goBack).not.toHaveBeenCalled()
})
