/** The few lines that a page without forms needs. Its text is there before, and without, them. */
import '@/theme/fonts.css'
import '@/theme/tokens.css'
import './frame.css'
import './page.css'

for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-today]')) {
  const now = new Date()
  time.dateTime = now.toISOString().slice(0, 10)
  time.textContent = new Intl.DateTimeFormat(`${document.documentElement.lang}-IN`, {
    dateStyle: 'long',
  }).format(now)
}
