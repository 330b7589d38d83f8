import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createQueryClient } from '@/api/queryClient'
import { theme } from '@/theme/mantine'

/** Renders with the providers of the app, and returns a user for interaction. */
export function renderUi(ui: ReactNode) {
  // Toasts are outside React, so those of the previous test remain.
  notifications.clean()
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), queries: { retry: false } })
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
