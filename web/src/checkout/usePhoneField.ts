import { type RefObject, useRef, useState } from 'react'
import { isPhone } from '@/lib/phone'

interface PhoneField {
  ref: RefObject<HTMLInputElement | null>
  /** The number was checked and is not valid. */
  isWrong: boolean
  /** Checks the number before a request, and focuses the field if it is not valid. */
  check: () => boolean
}

/** State of an optional phone field. The stored number is accepted even if it breaks the rules. */
export function usePhoneField(phone: string, stored: string | null): PhoneField {
  const ref = useRef<HTMLInputElement>(null)
  const [isChecked, setIsChecked] = useState(false)
  const isValid = isPhone(phone, stored)
  return {
    ref,
    isWrong: isChecked && !isValid,
    check: () => {
      setIsChecked(true)
      if (!isValid) ref.current?.focus()
      return isValid
    },
  }
}
