import '@/theme/fonts.css'
import '@/theme/tokens.css'
import './frame.css'
import './landing.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { translate } from '@/lib/language'
import { Landing } from './Landing'
import { readSiteConfig } from './siteConfig'

const root = document.getElementById('root')
const page = <Landing config={readSiteConfig()} />
const show = () => {
  if (root?.hasChildNodes()) hydrateRoot(root, page)
  else if (root) createRoot(root).render(page)
}

if (document.documentElement.lang === 'hi')
  void import('@/copy/hi/site').then((hindi) => hindi.speak(translate)).finally(show)
else show()

// Only for the page that shows without a connection; failing to get it harms nothing.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener(
    'load',
    () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined),
  )
}
