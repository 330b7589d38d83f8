/** The script of the invite page: the visitor's zone and currency, and signing up. The page is complete without it. */
import '@/theme/fonts.css'
import '@/theme/tokens.css'
import '@/site/frame.css'
import './invite.css'
import { failureText } from './failureText'
import { localizeTimes, showLikelyCurrency } from './localize'
import type { ScriptWords } from './words'

/** The detail of the event `accept-invitation`, which `accept.ts` handles. */
export interface AcceptRequest {
  ref: string
  /** The open time that the visitor chose; `null` if they accepted without choosing one. */
  time: { dateTime: string; classType: string } | null
  isSignedIn: boolean
  /** Shows that it failed, and when to try again if the server said so. */
  onFailed: (retryAfterSeconds: number | null) => void
}

const words = JSON.parse(document.getElementById('words')?.textContent ?? '{}') as ScriptWords & {
  /** The address of `accept.ts` in this build. */
  acceptScript: string
}
const isSignedIn = Object.keys(localStorage).some((key) => key.startsWith('oidc.user:'))
const loadAccept = () => import(/* @vite-ignore */ words.acceptScript)

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
localizeTimes(document, words, timeZone)
showLikelyCurrency(document, words, timeZone)

for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-accept]')) {
  if (isSignedIn && link.classList.contains('button')) link.textContent = words.signedIn
  link.addEventListener('pointerenter', () => void loadAccept().catch(() => undefined), { once: true })
  link.addEventListener('click', (event) => {
    event.preventDefault()
    void start(link.dataset.accept ?? '', timeOf(link))
  })
}

const unavailable = document.getElementById('sign-in-failed')?.textContent ?? ''

/** The time that a link shows. */
function timeOf(link: HTMLElement): AcceptRequest['time'] {
  const dateTime = link.querySelector('time')?.dateTime
  const classType = link.closest<HTMLElement>('[data-type]')?.dataset.type
  return dateTime && classType ? { dateTime, classType } : null
}

async function start(ref: string, time: AcceptRequest['time']): Promise<void> {
  const failure = document.getElementById('sign-in-failed')
  if (failure) failure.hidden = true
  const onFailed: AcceptRequest['onFailed'] = (retryAfterSeconds) => {
    if (!failure) return
    failure.textContent = failureText(words, retryAfterSeconds) ?? unavailable
    failure.hidden = false
    failure.scrollIntoView({ block: 'center' })
  }
  try {
    await loadAccept()
    const detail: AcceptRequest = { ref, time, isSignedIn, onFailed }
    document.dispatchEvent(new CustomEvent('accept-invitation', { detail }))
  } catch {
    onFailed(null)
  }
}
