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

export interface SettingsValues {
  country: string
  accountHolderName: string
  bankName: string
  /** Empty means that the saved number is kept. */
  accountNumber: string
  ifscCode: string
  routingNumber: string
  paymentCycle: string
  inrRate: number | string
  usdRate: number | string
}

export function toSettingsValues({
  paymentSettings,
  inrRate,
  usdRate,
}: PaymentSettingsReply): SettingsValues {
  return {
    country: paymentSettings?.country ?? '',
    accountHolderName: paymentSettings?.accountHolderName ?? '',
    bankName: paymentSettings?.bankName ?? '',
    accountNumber: '',
    ifscCode: paymentSettings?.ifscCode ?? '',
    routingNumber: paymentSettings?.routingNumber ?? '',
    paymentCycle: paymentSettings?.paymentCycle ?? DEFAULT_CYCLE,
    inrRate,
    usdRate,
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
  if (values.inrRate === '') fieldErrors.inrRate = errors.inr
  if (values.usdRate === '') fieldErrors.usdRate = errors.usd
  return fieldErrors
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
      inrRate: Number(values.inrRate),
      usdRate: Number(values.usdRate),
    },
  }
}
