import { msg, plural } from '@lingui/core/macro'
import { defineTexts } from '@/lib/i18n'

/** Messages by error code. For other codes the server's message is shown, then the caller's. */
export const errorTexts: Readonly<Record<string, string>> = defineTexts({
  network: msg`We can’t reach the server. Please check your connection and try again.`,
  unreadable_reply: msg`Something went wrong on our side. Please try again.`,
  sign_in_required: msg`Please sign in.`,
  role_not_allowed: msg`Your account can’t do this.`,
  forbidden_subject: msg`That belongs to someone else.`,
  email_not_verified: msg`Please verify your email address with your sign-in provider first.`,
  account_exists: msg`You already have an account with this email; sign in the way you did before.`,
  link_code_invalid: msg`That code is wrong or has expired. Check the newest email, or get a new code.`,
  version_conflict: msg`This was changed elsewhere. Please reload and try again.`,
  too_many_requests: msg`Too many attempts. Please wait a moment and try again.`,
  body_too_large: msg`That is too much text. Please shorten it.`,
  internal: msg`Something went wrong on our side.`,
})

/** How long to wait after too many requests, in seconds or minutes. */
export const waitTexts = {
  seconds: (count: number) =>
    plural(count, {
      one: 'Too many attempts. Please wait # second and try again.',
      other: 'Too many attempts. Please wait # seconds and try again.',
    }),
  minutes: (count: number) =>
    plural(count, {
      one: 'Too many attempts. Please wait # minute and try again.',
      other: 'Too many attempts. Please wait # minutes and try again.',
    }),
}
