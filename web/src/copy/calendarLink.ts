import { t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of an event in Google Calendar. */
export const calendarLinkCopy = defineTexts({
  titleOf: (title: string, teacher: string) => t`${title} with ${teacher}`,
  titleOfType: (type: string, teacher: string) => t`${type} dance class with ${teacher}`,
  details: (code: string, link: string | null) =>
    link ? t`Booking ${code}. Join at ${link}` : t`Booking ${code}.`,
})
