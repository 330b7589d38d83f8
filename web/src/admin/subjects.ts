import type { AuditLine } from '@/api/adminTypes'
import { adminHistoryCopy } from '@/copy/adminHistory'

/** A newer server may have actions that are unknown here. */
const ACTION_LABELS: Readonly<Record<string, string>> = adminHistoryCopy.acts satisfies Record<
  AuditLine['action'],
  string
>

const PERSON_ACTIONS = ['person_', 'currency_', 'credits_granted', 'teacher_', 'student_']
const BOOKING_ACTIONS = ['booking_', 'booked_', 'no_show_']

/** Hash of the subject's page, if it has one; the action's name tells the kind of subject. */
export function subjectHash({ action, subject }: AuditLine): string | null {
  if (!subject) return null
  if (BOOKING_ACTIONS.some((name) => action.startsWith(name))) return `bookings/${subject}`
  if (action.startsWith('order_')) return `orders/${subject}`
  if (action.startsWith('payout_')) return `payouts/${subject}`
  if (PERSON_ACTIONS.some((name) => action.startsWith(name))) return `people/${subject}`
  return null
}

/** Name of the actor: a user, an administrator, or the program. */
export function actorLabel({ actor, actorName }: AuditLine): string {
  if (actorName) return actorName
  return actor === 'console' ? adminHistoryCopy.program : actor.replace(/^admin:/, '')
}

/** Label of an action; unknown actions are shown by their name. */
export function actionLabel(action: string): string {
  const text = action.replaceAll('_', ' ')
  return ACTION_LABELS[action] ?? text.charAt(0).toUpperCase() + text.slice(1)
}

/** Actions whose label contains the text. A label is a translation, so the server knows only the names. */
export function findActions(text: string): string[] {
  const part = normalize(text)
  if (!part) return []
  return Object.keys(ACTION_LABELS).filter((action) => normalize(actionLabel(action)).includes(part))
}

/** Labels have typographic apostrophes; keyboards do not. */
const normalize = (text: string) => text.trim().toLowerCase().replaceAll('’', "'")
