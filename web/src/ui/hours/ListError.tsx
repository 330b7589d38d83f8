import { InputError } from '@mantine/core'
import type { ReactNode } from 'react'

/** Error of a list as a whole. Focusable like the first invalid field. */
export function ListError({ children }: { children: ReactNode }) {
  return (
    children && (
      <InputError role="alert" tabIndex={-1} mt="md" data-list-error>
        {children}
      </InputError>
    )
  )
}
