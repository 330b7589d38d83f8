import { msg, t } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Texts of the menu in which a guardian chooses for whom the page is. */
export const familyCopy = defineTexts({
  forChild: (name: string) => t`For ${name}`,
  forMe: msg`For me`,
  /** For screen readers. It contains the visible text. */
  changeChild: (name: string) => t`Classes for ${name}. Change`,
  changeMe: msg`Classes for me. Change`,
  myChildren: msg`My children`,
  listLabel: msg`Who the page is for`,
  teacher: (name: string) => t`With ${name}`,
  myself: msg`Myself`,
  add: msg`Add a child`,
  /** After another guardian has removed the child. */
  removed: (name: string) => t`${name} is no longer in your account.`,
})
