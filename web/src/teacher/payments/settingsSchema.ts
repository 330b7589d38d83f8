import type { PaymentSettingsReply, UpdatePaymentSettingsRequest } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'

const { errors } = teacherPaymentsCopy.settings

export const INDIA = 'India'
const DEFAULT_CYCLE = 'Monthly'
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/
const ACCOUNT_NUMBERS: Readonly<Record<string, RegExp>> = {
  India: /^[A-Z0-9]{5,35}$/i,
  'United States': /^[A-Z0-9]{4,17}$/i,
}

/** A type instead of an interface, so that it is a record for the form. */
export type SettingsValues = {
  country: string
  accountHolderName: string
  bankName: string
  /** Empty means that the saved number is kept. */
  accountNumber: string
  ifscCode: string
  routingNumber: string
  /** The account number, typed again. */
  accountNumberAgain: string
  paymentCycle: string
}

export type RateValues = {
  inrRate: number | string
  usdRate: number | string
}

export function toRateValues({ inrRate, usdRate }: PaymentSettingsReply): RateValues {
  return { inrRate, usdRate }
}

export function toSettingsValues({
  paymentSettings,
  suggestedCountry,
}: PaymentSettingsReply): SettingsValues {
  return {
    country: paymentSettings?.country ?? suggestedCountry ?? '',
    accountHolderName: paymentSettings?.accountHolderName ?? '',
    bankName: paymentSettings?.bankName ?? '',
    accountNumber: '',
    accountNumberAgain: '',
    ifscCode: paymentSettings?.ifscCode ?? '',
    routingNumber: paymentSettings?.routingNumber ?? '',
    paymentCycle: paymentSettings?.paymentCycle ?? DEFAULT_CYCLE,
  }
}

/** Sets the country and clears the bank code of the other country. */
export function withCountry(values: SettingsValues, country: string): SettingsValues {
  return { ...values, country, ...(country === INDIA ? { routingNumber: '' } : { ifscCode: '' }) }
}

/**
 * Validation errors by field (SPEC §5). `savedCountry` is the country of the saved account, if
 * there is one.
 */
export function settingsErrors(values: SettingsValues, savedCountry: string | null): Record<string, string> {
  const fieldErrors: Record<string, string> = {}
  if (!values.country) fieldErrors.country = errors.country
  if (!values.accountHolderName.trim()) fieldErrors.accountHolderName = errors.holder
  if (!values.bankName.trim()) fieldErrors.bankName = errors.bank
  const number = accountNumberError(values, savedCountry)
  if (number) fieldErrors.accountNumber = number
  else if (needsNumberAgain(values) && !isSameNumber(values)) {
    fieldErrors.accountNumberAgain = errors.numberAgain
  }
  if (values.country === INDIA) {
    const code = normalizeNumber(values.ifscCode)
    if (!code) fieldErrors.ifscCode = errors.ifsc
    else if (!IFSC.test(code)) fieldErrors.ifscCode = errors.ifscShape
  } else if (values.country) {
    const code = normalizeNumber(values.routingNumber)
    if (!code) fieldErrors.routingNumber = errors.routing
    else if (!isRoutingNumber(code)) fieldErrors.routingNumber = errors.routingShape
  }
  if (!values.paymentCycle) fieldErrors.paymentCycle = errors.cycle
  return fieldErrors
}

/** Errors of the rates (SPEC §5). */
export function rateErrors({ inrRate, usdRate }: RateValues): Record<string, string> {
  return {
    ...(inrRate === '' ? { inrRate: errors.inr } : {}),
    ...(usdRate === '' ? { usdRate: errors.usd } : {}),
  }
}

/** Whether the account number must be confirmed: a typing error would pay another person. */
export function needsNumberAgain({ accountNumber }: SettingsValues): boolean {
  return accountNumber.trim() !== ''
}

function isSameNumber({ accountNumber, accountNumberAgain }: SettingsValues): boolean {
  return normalizeNumber(accountNumber) === normalizeNumber(accountNumberAgain)
}

function accountNumberError(
  { accountNumber, country }: SettingsValues,
  keptFor: string | null,
): string | null {
  const number = normalizeNumber(accountNumber)
  if (!number) return keptFor !== null && keptFor === country ? null : errors.number
  const shape = ACCOUNT_NUMBERS[country]
  return !shape || shape.test(number) ? null : (errors.numberShape[country] ?? null)
}

/** Removes spaces and hyphens. */
function normalizeNumber(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/**
 * Whether the text is an ABA routing number: nine digits whose weighted sum (3, 7, 1) is a multiple
 * of ten, but not all zeros.
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const weights = [3, 7, 1]
  const sum = Array.from(text).reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

export function toSettingsRequest(
  values: SettingsValues,
  email: string,
  version: number | undefined,
): UpdatePaymentSettingsRequest {
  const number = normalizeNumber(values.accountNumber)
  return {
    email,
    ...(version === undefined ? {} : { version }),
    paymentSettings: {
      country: values.country,
      accountHolderName: values.accountHolderName.trim(),
      bankName: values.bankName.trim(),
      ...(number ? { accountNumber: number } : {}),
      ...(values.country === INDIA
        ? { ifscCode: normalizeNumber(values.ifscCode) }
        : { routingNumber: normalizeNumber(values.routingNumber) }),
      paymentCycle: values.paymentCycle,
    },
  }
}

export function toRatesRequest(
  { inrRate, usdRate }: RateValues,
  email: string,
  version: number | undefined,
): UpdatePaymentSettingsRequest {
  return {
    email,
    ...(version === undefined ? {} : { version }),
    paymentSettings: { inrRate: Number(inrRate), usdRate: Number(usdRate) },
  }
}
