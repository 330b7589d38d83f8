import type { Lay } from '@/lib/language'
import { account } from './account'
import { changes } from './changes'
import { checkout } from './checkout'
import { errors } from './errors'
import { failures } from './failures'
import { feed } from './feed'
import { friends } from './friends'
import styles from './hindi.css?url'
import { joining } from './joining'
import { language } from './language'
import { layOver } from './lay'
import { onboarding } from './onboarding'
import { payments } from './payments'
import { pending } from './pending'
import { session } from './session'
import { shell } from './shell'
import { student } from './student'
import { terms } from './terms'
import { months, time } from './time'
import { ui } from './ui'
import { words } from './words'

/** Everything that the student area, and the way into it, says in Hindi. */
export const appHindi = {
  account,
  changes,
  checkout,
  errors,
  failures,
  feed,
  friends,
  joining,
  language,
  months,
  onboarding,
  payments,
  pending,
  session,
  shell,
  student,
  terms,
  time,
  ui,
  words,
}

/** Makes the app speak Hindi, in letters with the room that they need. */
export async function speak(translate: (over: Lay) => void): Promise<void> {
  translate(layOver(appHindi))
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = styles
  await new Promise((done) => {
    link.onload = link.onerror = done
    document.head.append(link)
  })
}
