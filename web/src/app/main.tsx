import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/theme/boot.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { translate } from '@/lib/language'
import { reloadOnVanishedChunk } from './reloadOnVanishedChunk'
import { createAppRouter } from './router'

reloadOnVanishedChunk(window)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createAppRouter()} />
    </StrictMode>,
  )

if (document.documentElement.lang === 'hi')
  void import('@/copy/hi/app').then((hindi) => hindi.speak(translate)).finally(show)
else show()
