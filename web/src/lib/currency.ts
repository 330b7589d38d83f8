import type { Currency } from './money'

/**
 * The currency that the server will charge a student in: INR in India or if the browser's zone
 * begins with `Asia/`, otherwise USD (SPEC §9, D19).
 */
export function currencyFor(location: string, zone: string): Currency {
  return location === 'India' || zone.startsWith('Asia/') ? 'INR' : 'USD'
}
