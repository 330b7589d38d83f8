import { msg } from '@lingui/core/macro'

/**
 * Messages of the server's errors by code (crates/domain/src/error.rs), for translators only: English
 * pages show the server's text, others the translation (`api/errorText.ts`).
 */
export const serverErrors = [
  msg({ id: 'error.malformed_request', comment: 'We could not read that request.' }),
  msg({ id: 'error.csrf', comment: 'This page is out of date. Please reload it and try again.' }),
  msg({ id: 'error.account_suspended', comment: 'Your account is suspended. Please write to support.' }),
  msg({
    id: 'error.learner_not_found',
    comment: "We can't find this learner in your account. Please reload the page.",
  }),
  msg({
    id: 'error.guardian_required',
    comment: 'Students under 18 need a parent or guardian. Please add one first.',
  }),
  msg({
    id: 'error.guardians_complete',
    comment: 'A learner can have two parents or guardians. Withdraw an open invitation first.',
  }),
  msg({
    id: 'error.guardian_invitation_invalid',
    comment: 'This invitation has expired, was withdrawn or was already used. Ask for a new one.',
  }),
  msg({
    id: 'error.link_code_required',
    comment: 'You already have an account with this email. Enter the code we email you to use it.',
  }),
  msg({ id: 'error.not_found', comment: 'We could not find that.' }),
  msg({ id: 'error.no_such_path', comment: 'There is nothing at this address.' }),
  msg({ id: 'error.method_not_allowed', comment: 'This address does not take that method.' }),
  msg({
    id: 'error.invalid_invite_code',
    comment: 'Invalid invite code. Please check it with your teacher.',
  }),
  msg({ id: 'error.already_onboarded', comment: 'This account has already been set up.' }),
  msg({
    id: 'error.application_pending',
    comment: 'Your application is being reviewed. It cannot be changed until that is done.',
  }),
  msg({ id: 'error.invalid_fields', comment: 'Please check the marked fields.' }),
  msg({ id: 'error.invalid_slot', comment: 'Invalid slot selection' }),
  msg({ id: 'error.slot_taken', comment: 'This class has just been taken. Please choose another.' }),
  msg({ id: 'error.slot_too_soon', comment: 'Classes can be booked until 12 hours before they start.' }),
  msg({ id: 'error.slot_too_far', comment: 'This class cannot be booked yet.' }),
  msg({ id: 'error.student_busy', comment: 'You already have a class at this time.' }),
  msg({ id: 'error.insufficient_credits', comment: 'Insufficient Credits' }),
  msg({ id: 'error.credits_expired', comment: 'Your class credits have expired.' }),
  msg({ id: 'error.cost_mismatch', comment: 'The price of this class has changed. Please look again.' }),
  msg({ id: 'error.price_changed', comment: 'The price has changed. Please look again.' }),
  msg({
    id: 'error.seat_held',
    comment:
      'Another student is paying for this class right now. Please choose another class, or try again in a few minutes.',
  }),
  msg({
    id: 'error.too_many_holds',
    comment: 'You are holding three classes already. Please pay for one of them, or let one go.',
  }),
  msg({
    id: 'error.payment_unresolved',
    comment: 'We are still checking your last payment. You will not be charged twice.',
  }),
  msg({
    id: 'error.payment_pending',
    comment: 'We are still checking your payment with the bank. Your class is held for you.',
  }),
  msg({ id: 'error.payment_not_verified', comment: 'Payment verification failed' }),
  msg({
    id: 'error.payment_unavailable',
    comment: 'Payments are not available at the moment. Nothing was charged.',
  }),
  msg({
    id: 'error.amount_too_small',
    comment: 'This amount is too small to be charged. Please choose another coupon.',
  }),
  msg({ id: 'error.order_closed', comment: 'This purchase has already ended.' }),
  msg({ id: 'error.coupon_missing', comment: 'Please enter a coupon code' }),
  msg({ id: 'error.coupon_invalid', comment: 'Invalid coupon code' }),
  msg({ id: 'error.coupon_not_started', comment: 'This coupon cannot be used yet.' }),
  msg({ id: 'error.coupon_expired', comment: 'This coupon has expired.' }),
  msg({ id: 'error.coupon_used_up', comment: 'This coupon has been used up.' }),
  msg({ id: 'error.coupon_limit_per_student', comment: 'You have already used this coupon.' }),
  msg({ id: 'error.coupon_not_applicable', comment: 'This coupon is not valid for this purchase.' }),
  msg({
    id: 'error.too_late_to_cancel',
    comment: 'Classes cannot be cancelled within 12 hours of their start.',
  }),
  msg({
    id: 'error.cancellation_outcome_changed',
    comment:
      'The class was not cancelled, because what you would get back has changed. Please check it and confirm again.',
  }),
  msg({
    id: 'error.too_late_to_reschedule',
    comment: 'Classes can be moved until 12 hours before they start.',
  }),
  msg({ id: 'error.not_cancellable', comment: 'This class can no longer be changed.' }),
  msg({ id: 'error.idempotency_mismatch', comment: 'This request was already sent with other contents.' }),
  msg({ id: 'error.already_processed', comment: 'This has been done already.' }),
  msg({ id: 'error.open_obligations', comment: 'There is still something open.' }),
  msg({ id: 'error.mail_not_sent', comment: 'The message could not be sent yet. We keep trying.' }),
  msg({
    id: 'error.sign_in_unavailable',
    comment: 'Sign-in is not available at the moment. Please try again.',
  }),
  msg({ id: 'error.unavailable', comment: 'We are busy for a moment. Please try again.' }),
]

/** Messages about fields, by the English message (`family/fieldErrorText.ts`). */
export const fieldErrors = [
  msg({ id: 'fieldError.Only students under 18 have guardians', comment: 'Email of a guardian to invite' }),
  msg({
    id: 'fieldError.Enter the email of your parent or guardian, not your own',
    comment: 'Email of a guardian to invite',
  }),
  msg({ id: 'fieldError.This person is a guardian already', comment: 'Email of a guardian to invite' }),
  msg({ id: 'fieldError.This address is invited already', comment: 'Email of a guardian to invite' }),
  msg({ id: 'fieldError.You can add up to 10 learners', comment: 'A child, or an accepted invitation' }),
  msg({
    id: "fieldError.You can't be the teacher of your own child here",
    comment: 'Invite code of a child, or an accepted invitation',
  }),
  msg({
    id: 'fieldError.Anyone 18 or older needs their own account',
    comment: 'Date of birth of a child',
  }),
  msg({
    id: 'fieldError.Your age is already stored. Please write to support to correct it',
    comment: 'Date of birth or age range',
  }),
]
