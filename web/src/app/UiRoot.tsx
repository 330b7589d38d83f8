import '@mantine/core/styles.css'
import '@/theme/overrides.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { createQueryClient } from '@/api/queryClient'
import { cssVariables, theme } from '@/theme/mantine'
import { THEME_KEY } from '@/theme/themeKey'

// Toasts that are shown before this has arrived wait in its store.
const Toasts = lazy(() => import('./Toasts').then(({ Toasts }) => ({ default: Toasts })))
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
        <Suspense>
          <Toasts />
        </Suspense>
        <Outlet />
      </QueryClientProvider>
    </MantineProvider>
  )
}
