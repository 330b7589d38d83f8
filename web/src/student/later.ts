/** Code of the student area that is not needed to draw the dashboard: fetched once the page is at rest. */
import { lazy } from 'react'

export const parts = {
  modal: () => import('./booking/BookingModal'),
  package: () => import('./credits/PackageModal'),
  checkout: () => import('@/checkout/CheckoutModal'),
  card: () => import('./confirmation/ConfirmationCard'),
  receipt: () => import('./payments/ReceiptPage'),
  sections: () => import('./SectionView'),
}

export const BookingModal = lazy(async () => ({ default: (await parts.modal()).BookingModal }))
export const PackageModal = lazy(async () => ({ default: (await parts.package()).PackageModal }))
export const CheckoutModal = lazy(async () => ({ default: (await parts.checkout()).CheckoutModal }))
export const ConfirmationCard = lazy(async () => ({ default: (await parts.card()).ConfirmationCard }))
export const ReceiptPage = lazy(async () => ({ default: (await parts.receipt()).ReceiptPage }))
export const SectionView = lazy(async () => ({ default: (await parts.sections()).SectionView }))
