import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderUi } from '@/test/render'
import { Reading } from './Reading'

test('what cannot be read anew stays, and that it may be old is said until it can', async () => {
  let answer = () => Promise.resolve('three classes')
  function Page() {
    const query = useQuery({ queryKey: ['page'], queryFn: () => answer() })
    return (
      <Reading query={query} loading="Loading" failed="Failed">
        {(words) => <p>{words}</p>}
      </Reading>
    )
  }
  const { person, queryClient } = renderUi(<Page />)
  expect(await screen.findByText('three classes')).toBeVisible()
  answer = () => Promise.reject(new Error('away'))
  await queryClient.invalidateQueries()
  expect(await screen.findByText(/What you see may be out of date/)).toBeVisible()
  expect(screen.getByText('three classes')).toBeVisible()
  answer = () => Promise.resolve('two classes')
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('two classes')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull())
})
