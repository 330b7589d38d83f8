import { languageCopy } from '@/copy/language'
import classes from './LanguageToggle.module.css'
import { switchLanguage } from './switchLanguage'

/** Switches between English and Hindi. */
export function LanguageToggle() {
  return (
    <button type="button" className={classes.toggle} lang={languageCopy.other.code} onClick={switchLanguage}>
      {languageCopy.other.name}
    </button>
  )
}
