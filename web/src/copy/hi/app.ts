import type { TranslateCatalogue } from '@/lib/i18n'
import { account } from './account'
import { changes } from './changes'
import { checkout } from './checkout'
import { createTranslation } from './createTranslation'
import { errors } from './errors'
import { failures } from './failures'
import { feed } from './feed'
import { friends } from './friends'
import styles from './hindi.css?url'
import { joining } from './joining'
import { labels } from './labels'
import { language } from './language'
import { onboarding } from './onboarding'
import { payments } from './payments'
import { pending } from './pending'
import { session } from './session'
import { shell } from './shell'
import { student } from './student'
import { teacherAbout } from './teacherAbout'
import { terms } from './terms'
import { months, time } from './time'
import { ui } from './ui'

/** All Hindi texts of the student area, onboarding and sign-in. */
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
  teacherAbout,
  terms,
  time,
  ui,
  labels,
}

/** Translates the app to Hindi and loads the styles for Devanagari. */
export async function loadHindiForApp(
  setTranslation: (translation: TranslateCatalogue) => void,
): Promise<void> {
  setTranslation(createTranslation(appHindi))
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = styles
  await new Promise((done) => {
    link.onload = link.onerror = done
    document.head.append(link)
  })
}
