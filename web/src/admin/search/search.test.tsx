import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAdmin, respondToGet } from '@/admin/test/renderAdmin'

const noPending = { success: true, teachers: [], more: false, approved: 0, foundingLeft: 100 }

test('Ctrl-K searches everything; arrows select a result and Enter opens it', async () => {
  respondToGet('*/api/admin/pending-teachers', () => noPending)
  respondToGet('*/api/admin/people/student-1', () => new Response(null, { status: 404 }))
  const queries: (string | null)[] = []
  respondToGet('*/api/admin/search', (url) => {
    queries.push(url.searchParams.get('q'))
    return {
      items: [
        { kind: 'booking', _id: 'booking-1', title: 'Meera · Padma', note: null, at: '2026-11-25T03:30:00Z' },
        { kind: 'person', _id: 'student-1', title: 'Meera', note: 'meera@example.com', at: null },
      ],
    }
  })
  const { person } = renderAdmin('/admin')
  await screen.findByRole('heading', { level: 1, name: 'Today' })
  await person.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search everything' })
  await person.type(field, 'meera')
  expect(await screen.findByRole('option', { name: /^Meera · Padma/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  expect(queries).toEqual(['meera'])
  await person.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(window.location.hash).toBe('#people/student-1'))
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search everything' })).toBeNull())
})
