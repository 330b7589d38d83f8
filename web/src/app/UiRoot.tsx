import '@mantine/core/styles.css'
import '@/theme/overrides.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { createQueryClient } from '@/api/queryClient'
import { cssVariables, theme } from '@/theme/mantine'
import { THEME_KEY } from '@/theme/themeKey'
import { LoadingScreen } from '@/ui/LoadingScreen'
import { partHook } from '@/ui/partHook'
import { useGradually } from '@/ui/useGradually'

const TOASTS_AFTER_MS = 600

// Not before the page is drawn; toasts that are shown earlier wait in their store. Whoever has no connection at that moment
// has them with the connection. A file that is gone for good must not take the page along: it does without them.
const useToasts = partHook(async () => {
  await new Promise((done) => setTimeout(done, TOASTS_AFTER_MS))
  if (!navigator.onLine) await new Promise((done) => addEventListener('online', done, { once: true }))
  return (await import('./Toasts').catch(() => null)) ?? { Toasts: () => null }
})
const queryClient = createQueryClient()
const colorScheme = localStorageColorSchemeManager({ key: THEME_KEY })

/** What every signed-in page stands on: the UI kit, server state, toasts. */
export function UiRoot() {
  const shown = useGradually(true, false)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <LaterToasts />
        {shown ? <Outlet /> : <LoadingScreen />}
      </QueryClientProvider>
    </MantineProvider>
  )
}

function LaterToasts() {
  const later = useToasts()
  return later && <later.Toasts />
}
