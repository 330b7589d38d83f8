import '@/theme/fonts.css'
import '@/theme/tokens.css'
import './frame.css'
import './landing.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { setLanguage } from '@/lib/i18n'
import { Landing } from './Landing'
import { readSiteConfig } from './siteConfig'

const root = document.getElementById('root')
const page = <Landing config={readSiteConfig()} />
const renderPage = () => {
  if (root?.hasChildNodes()) hydrateRoot(root, page)
  else if (root) createRoot(root).render(page)
}

setLanguage('en')
// If the Hindi texts cannot be loaded, the page is in English.
if (document.documentElement.lang === 'hi')
  void afterPaint()
    .then(() => import('@/locales/hi/site'))
    .then((hindi) => hindi.loadHindiForSite())
    .finally(renderPage)
else renderPage()

// For the offline page only, so a failure is ignored.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener(
    'load',
    () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined),
  )
}

/** Waits until the browser has shown the prerendered page: the second frame begins after the first was painted. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))),
  )
}
