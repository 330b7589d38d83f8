/** Code of the student area that the dashboard does not need; preloaded once the page is used. */
import { lazy } from 'react'

export const lazyModules = {
  modal: () => import('./booking/BookingModal'),
  package: () => import('./credits/PackageModal'),
  checkout: () => import('@/checkout/CheckoutModal'),
  card: () => import('./confirmation/ConfirmationCard'),
  receipt: () => import('./payments/ReceiptPage'),
  activeClasses: () => import('./classes/ActiveClasses'),
  pastClasses: () => import('./classes/PastClasses'),
  credits: () => import('./credits/MyCredits'),
  contact: () => import('./contact/ContactUs'),
  account: () => import('./account/StudentAccount'),
  terms: () => import('./terms/StudentTerms'),
}

/** Not preloaded, because few students need it. */
export const LazyGuardianNotice = lazy(async () => ({
  default: (await import('./account/GuardianNotice')).GuardianNotice,
}))
export const LazyBookingModal = lazy(async () => ({ default: (await lazyModules.modal()).BookingModal }))
export const LazyPackageModal = lazy(async () => ({ default: (await lazyModules.package()).PackageModal }))
export const LazyCheckoutModal = lazy(async () => ({ default: (await lazyModules.checkout()).CheckoutModal }))
export const LazyConfirmationCard = lazy(async () => ({
  default: (await lazyModules.card()).ConfirmationCard,
}))
export const LazyReceiptPage = lazy(async () => ({ default: (await lazyModules.receipt()).ReceiptPage }))
export const LazyActiveClasses = lazy(async () => ({
  default: (await lazyModules.activeClasses()).ActiveClasses,
}))
export const LazyPastClasses = lazy(async () => ({ default: (await lazyModules.pastClasses()).PastClasses }))
export const LazyMyCredits = lazy(async () => ({ default: (await lazyModules.credits()).MyCredits }))
export const LazyContactUs = lazy(async () => ({ default: (await lazyModules.contact()).ContactUs }))
export const LazyStudentAccount = lazy(async () => ({
  default: (await lazyModules.account()).StudentAccount,
}))
export const LazyStudentTerms = lazy(async () => ({ default: (await lazyModules.terms()).StudentTerms }))
