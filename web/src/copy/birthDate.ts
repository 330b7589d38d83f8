import { msg } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the fields for a date of birth or an age range. */
export const birthDateCopy = defineTexts({
  label: msg`Date of birth`,
  day: msg`Day`,
  month: msg`Month`,
  year: msg`Year`,
  chooseMonth: msg`Choose`,
  missing: msg`Please enter day, month and year.`,
  invalid: msg`This isn’t a valid date of birth. Please check day, month and year.`,
  ranges: {
    label: msg`Age range`,
    instead: msg`I’d rather give an age range`,
    dateInstead: msg`Give a date of birth instead`,
    missing: msg`Please choose an age range.`,
    under18: msg`Under 18`,
    bands: {
      '18-29': msg`18 to 29`,
      '30-44': msg`30 to 44`,
      '45-59': msg`45 to 59`,
      '60+': msg`60 or older`,
    },
  },
})
