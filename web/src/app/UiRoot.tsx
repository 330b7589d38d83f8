import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@/theme/overrides.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { createQueryClient } from '@/api/queryClient'
import { cssVariables, theme } from '@/theme/mantine'
import { THEME_KEY } from '@/theme/themeKey'

const queryClient = createQueryClient()
const colorScheme = localStorageColorSchemeManager({ key: THEME_KEY })

/** What every signed-in page stands on: the UI kit, server state, toasts. */
export function UiRoot() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" limit={4} zIndex={400} />
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  )
}
