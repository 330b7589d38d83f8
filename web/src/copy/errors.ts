import { registerCatalogue } from '@/lib/i18n'

/** Messages by error code. For other codes the server's message is shown, then the caller's. */
export const errorTexts: Readonly<Record<string, string>> = registerCatalogue('errors', {
  network: 'We can’t reach the server. Please check your connection and try again.',
  unreadable_reply: 'Something went wrong on our side. Please try again.',
  sign_in_required: 'Please sign in.',
  role_not_allowed: 'Your account can’t do this.',
  forbidden_subject: 'That belongs to someone else.',
  email_not_verified: 'Please verify your email address with your sign-in provider first.',
  account_exists: 'You already have an account with this email; sign in the way you did before.',
  link_code_invalid: 'That code is wrong or has expired. Check the newest email, or get a new code.',
  version_conflict: 'This was changed elsewhere. Please reload and try again.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  body_too_large: 'That is too much text. Please shorten it.',
  internal: 'Something went wrong on our side.',
})
