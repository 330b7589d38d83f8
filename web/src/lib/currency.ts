import type { Currency } from './money'

/**
 * What a student will be charged in, told before the server settles it: INR in India or where the browser's zone
 * begins with `Asia/`, otherwise USD (SPEC §9, D19).
 */
export function currencyFor(location: string, zone: string): Currency {
  return location === 'India' || zone.startsWith('Asia/') ? 'INR' : 'USD'
}
