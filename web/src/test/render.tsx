import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueryClient } from '@/api/queryClient'
import { theme } from '@/theme/mantine'

/** Draws something with what every page stands on, and gives the person who uses it. */
export function renderUi(ui: ReactNode) {
  // Toasts live outside React; those of the test before must not answer for this one.
  notifications.clean()
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { retry: false } })
  const person = userEvent.setup()
  const view = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={queryClient}>
        <Notifications />
        {ui}
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { ...view, person, queryClient }
}
