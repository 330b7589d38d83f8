import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/theme/boot.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setLanguage } from '@/lib/i18n'
import { reloadOnChunkError } from './reloadOnChunkError'
import { createAppRouter } from './router'

reloadOnChunkError(window)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')

const show = () =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={createAppRouter()} />
    </StrictMode>,
  )

setLanguage('en')
// If the Hindi texts cannot be loaded, the page is in English.
if (document.documentElement.lang === 'hi')
  void import('@/locales/hi/app').then((hindi) => hindi.loadHindiForApp()).finally(show)
else show()
