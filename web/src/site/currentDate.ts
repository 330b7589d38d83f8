/** The script of the legal pages: shows the current date, where the page has the day of the build. */
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
