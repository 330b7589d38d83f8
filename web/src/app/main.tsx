import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/theme/boot.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ensureTemporal } from '@/lib/time'
import { followOtherTabs } from '@/session/otherTabs'
import { connectTokens } from '@/session/tokens'
import { reloadOnVanishedChunk } from './reloadOnVanishedChunk'
import { createAppRouter } from './router'

reloadOnVanishedChunk(window)
connectTokens()
followOtherTabs(
  (path) => window.location.assign(path),
  () => window.location.reload(),
)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

await ensureTemporal()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
)
