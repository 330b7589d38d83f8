import type { CheckoutControl } from '@/checkout/useCheckout'
import type { BookingState } from './booking'
import type { CreditsState } from './creditsState'

/** Paying with money; `null` where this installation takes none. */
export type MoneyWay = { checkout: CheckoutControl; testMode: boolean } | null

/** Properties of the dialog 'Book Your Class' and of the form inside it. */
export interface BookingModalProps {
  opened: boolean
  /** The last state with a slot in it. It stays visible while the dialog closes. */
  state: Exclude<BookingState, { name: 'choosing' }>
  student: { name: string; email: string }
  credits: CreditsState
  money: MoneyWay
  zone: string
  teacherZone: string | null
  onPhone: (phone: string) => void
  /** `byKeyboard` when the button was pressed with a key or by a screen reader. */
  onConfirm: (byKeyboard: boolean) => void
  onClose: () => void
  /** Called after the dialog has left the page. The caller places the focus. */
  onClosed: () => void
}
