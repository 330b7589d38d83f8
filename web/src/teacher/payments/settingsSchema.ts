import type { PaymentSettings, SavePaymentSettings } from '@/api/teacherTypes'
import { teacherPaymentsCopy } from '@/copy/teacherPayments'

const { errors } = teacherPaymentsCopy.settings

export const INDIA = 'India'
const DEFAULT_CYCLE = 'Monthly'
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/
const NUMBER: Readonly<Record<string, RegExp>> = {
  India: /^[A-Z0-9]{5,35}$/i,
  'United States': /^[A-Z0-9]{4,17}$/i,
}

export interface SettingsValues {
  country: string
  accountHolderName: string
  bankName: string
  /** Empty keeps the number that is stored. */
  accountNumber: string
  ifscCode: string
  routingNumber: string
  paymentCycle: string
  inrRate: number | string
  usdRate: number | string
}

export function toValues({ paymentSettings, inrRate, usdRate }: PaymentSettings): SettingsValues {
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

/** Another country has another kind of code, and the account is another one. */
export function withCountry(values: SettingsValues, country: string): SettingsValues {
  return { ...values, country, ...(country === INDIA ? { routingNumber: '' } : { ifscCode: '' }) }
}

/** What is wrong, by field (SPEC §5). `keptFor` is the country of the number that is stored, if one is. */
export function settingsErrors(values: SettingsValues, keptFor: string | null): Record<string, string> {
  const found: Record<string, string> = {}
  if (!values.country) found.country = errors.country
  if (!values.accountHolderName.trim()) found.accountHolderName = errors.holder
  if (!values.bankName.trim()) found.bankName = errors.bank
  const number = numberProblem(values, keptFor)
  if (number) found.accountNumber = number
  if (values.country === INDIA) {
    const code = plain(values.ifscCode)
    if (!code) found.ifscCode = errors.ifsc
    else if (!IFSC.test(code)) found.ifscCode = errors.ifscShape
  } else if (values.country) {
    const code = plain(values.routingNumber)
    if (!code) found.routingNumber = errors.routing
    else if (!isRoutingNumber(code)) found.routingNumber = errors.routingShape
  }
  if (!values.paymentCycle) found.paymentCycle = errors.cycle
  if (values.inrRate === '') found.inrRate = errors.inr
  if (values.usdRate === '') found.usdRate = errors.usd
  return found
}

function numberProblem({ accountNumber, country }: SettingsValues, keptFor: string | null): string | null {
  const number = plain(accountNumber)
  if (!number) return keptFor !== null && keptFor === country ? null : errors.number
  const shape = NUMBER[country]
  return !shape || shape.test(number) ? null : (errors.numberShape[country] ?? null)
}

/** Without the spaces and hyphens that people group digits with. */
function plain(text: string): string {
  return text.replace(/[\s-]/g, '').toUpperCase()
}

/** Nine digits whose weighted sum (3, 7, 1) is a multiple of ten; nine zeros would pass, and are none. */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || text === '000000000') return false
  const weights = [3, 7, 1]
  const sum = Array.from(text).reduce(
    (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
    0,
  )
  return sum % 10 === 0
}

export function toRequest(
  values: SettingsValues,
  email: string,
  version: number | undefined,
): SavePaymentSettings {
  const number = plain(values.accountNumber)
  return {
    email,
    ...(version === undefined ? {} : { version }),
    paymentSettings: {
      country: values.country,
      accountHolderName: values.accountHolderName.trim(),
      bankName: values.bankName.trim(),
      ...(number ? { accountNumber: number } : {}),
      ...(values.country === INDIA
        ? { ifscCode: plain(values.ifscCode) }
        : { routingNumber: plain(values.routingNumber) }),
      paymentCycle: values.paymentCycle,
      inrRate: Number(values.inrRate),
      usdRate: Number(values.usdRate),
    },
  }
}
