import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/theme/boot.css'
import '@/theme/mantine.css'
import '@/theme/overrides.css'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setClock } from '@/lib/clock'
import { setLanguage } from '@/lib/i18n'
import { ensureTemporal } from '@/lib/time'
import { cssVariables, theme } from '@/theme/mantine'
import { Gallery } from './Gallery'
import { NOW } from './samples'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

setLanguage('en')
setClock(() => Date.parse(NOW))
await ensureTemporal()
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Gallery />
    </MantineProvider>
  </StrictMode>,
)
