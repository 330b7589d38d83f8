import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '@/test/render'
import { QueryBoundary } from './QueryBoundary'

test('stale data stays visible with a notice until a refetch succeeds', async () => {
  let answer = () => Promise.resolve('three classes')
  function Page() {
    const query = useQuery({ queryKey: ['page'], queryFn: () => answer() })
    return (
      <QueryBoundary query={query} loading="Loading" failed="Failed">
        {(text) => <p>{text}</p>}
      </QueryBoundary>
    )
  }
  const { person, queryClient } = renderUi(<Page />)
  expect(await screen.findByText('three classes')).toBeVisible()
  answer = () => Promise.reject(new Error('away'))
  await queryClient.invalidateQueries()
  expect(await screen.findByText(/It may be out of date/)).toBeVisible()
  expect(screen.getByText('three classes')).toBeVisible()
  answer = () => Promise.resolve('two classes')
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('two classes')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull())
})
