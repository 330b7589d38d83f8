import { InputError } from '@mantine/core'
import type { ReactNode } from 'react'

/** What is wrong with a list as a whole; nothing where nothing is. It takes the focus as the first refused field would. */
export function ListError({ children }: { children: ReactNode }) {
  return (
    children && (
      <InputError role="alert" tabIndex={-1} mt="md" data-refused>
        {children}
      </InputError>
    )
  )
}
