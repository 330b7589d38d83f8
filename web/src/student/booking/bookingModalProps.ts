import type { CheckoutControl } from '@/checkout/useCheckout'
import type { BookingState } from './booking'
import type { CreditsState } from './creditsState'
import type { PurchaseDraft } from './purchaseDraft'

/** Paying for the class; `null` if this installation takes no payments. */
export type PaymentOptions = { checkout: CheckoutControl; testMode: boolean } | null

/** Props of the dialog 'Book Your Class' and of its form. */
export interface BookingModalProps {
  opened: boolean
  /** The last state with a slot; still shown while the dialog closes. */
  state: Exclude<BookingState, { name: 'choosing' }>
  student: { name: string; email: string }
  storedPhone: string | null
  credits: CreditsState
  money: PaymentOptions
  /** What the student had entered before the sign-in ended. */
  draft: PurchaseDraft | null
  zone: string
  teacherZone: string | null
  teacherName: string | null
  onPhone: (phone: string) => void
  /** `byKeyboard`: the button was pressed by keyboard or screen reader. */
  onConfirm: (byKeyboard: boolean) => void
  onClose: () => void
  /** Called after the dialog has closed; the caller restores focus. */
  onClosed: () => void
}
