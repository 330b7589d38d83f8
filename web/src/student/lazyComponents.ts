/** Code of the student area that the dashboard does not need; preloaded after the first render. */
import { lazy } from 'react'

export const lazyModules = {
  modal: () => import('./booking/BookingModal'),
  package: () => import('./credits/PackageModal'),
  checkout: () => import('@/checkout/CheckoutModal'),
  card: () => import('./confirmation/ConfirmationCard'),
  receipt: () => import('./payments/ReceiptPage'),
  sections: () => import('./StudentSectionView'),
}

export const LazyBookingModal = lazy(async () => ({ default: (await lazyModules.modal()).BookingModal }))
export const LazyPackageModal = lazy(async () => ({ default: (await lazyModules.package()).PackageModal }))
export const LazyCheckoutModal = lazy(async () => ({ default: (await lazyModules.checkout()).CheckoutModal }))
export const LazyConfirmationCard = lazy(async () => ({
  default: (await lazyModules.card()).ConfirmationCard,
}))
export const LazyReceiptPage = lazy(async () => ({ default: (await lazyModules.receipt()).ReceiptPage }))
export const LazyStudentSectionView = lazy(async () => ({
  default: (await lazyModules.sections()).StudentSectionView,
}))
