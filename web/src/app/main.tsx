import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/theme/boot.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setTranslation } from '@/lib/i18n'
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

if (document.documentElement.lang === 'hi')
  void import('@/copy/hi/app').then((hindi) => hindi.loadHindiForApp(setTranslation)).finally(show)
else show()
