import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/theme/boot.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { reloadOnVanishedChunk } from './reloadOnVanishedChunk'
import { createAppRouter } from './router'

reloadOnVanishedChunk(window)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createAppRouter()} />
  </StrictMode>,
)
