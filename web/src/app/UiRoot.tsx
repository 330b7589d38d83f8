import '@/theme/mantine.css'
import '@/theme/overrides.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { createQueryClient } from '@/api/queryClient'
import { cssVariables, theme } from '@/theme/mantine'
import { THEME_KEY } from '@/theme/themeKey'
import { createLazyModuleHook } from '@/ui/createLazyModuleHook'
import { LoadingScreen } from '@/ui/LoadingScreen'

const OVERLAY_DELAY_MS = 600

// Loaded after the page has rendered; toasts shown earlier wait in their store. If the browser is
// offline, they are loaded once it is online. If the file no longer exists, the page works without
// them.
const useOverlays = createLazyModuleHook(async () => {
  await new Promise((done) => setTimeout(done, OVERLAY_DELAY_MS))
  if (!navigator.onLine) await new Promise((done) => addEventListener('online', done, { once: true }))
  return (await import('./Overlays').catch(() => null)) ?? { Overlays: () => null }
})
const queryClient = createQueryClient()
const colorScheme = localStorageColorSchemeManager({ key: THEME_KEY })

/** Providers of every signed-in page: UI kit, server state, toasts, question about new terms. */
export function UiRoot() {
  // The page renders interruptibly after the first paint, so that it does not block input.
  const isReady = useDeferredValue(true, false)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <LazyOverlays />
        {isReady ? <Outlet /> : <LoadingScreen />}
      </QueryClientProvider>
    </MantineProvider>
  )
}

function LazyOverlays() {
  const module = useOverlays()
  return module && <module.Overlays />
}
