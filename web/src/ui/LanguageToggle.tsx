import { otherLanguage } from '@/lib/language'
import classes from './LanguageToggle.module.css'
import { switchLanguage } from './switchLanguage'

/** Switches between English and Hindi. */
export function LanguageToggle() {
  return (
    <button type="button" className={classes.toggle} lang={otherLanguage.code} onClick={switchLanguage}>
      {otherLanguage.name}
    </button>
  )
}
