import { type ApiErrorCode, isApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { studentChildCopy } from '@/copy/studentChild'
import { currentChild } from './childName'

const childTexts: Partial<Record<ApiErrorCode, (child: string) => string>> = {
  student_busy: studentChildCopy.errors.studentBusy,
  credits_expired: studentChildCopy.errors.creditsExpired,
}

/**
 * As `serverFirstErrorText`, but the child is named if a guardian acts for one: the server's messages
 * are addressed to students who act for themselves.
 */
export function childErrorText(error: unknown, fallback: string): string {
  const child = currentChild()
  const childText = child && isApiError(error) ? childTexts[error.code]?.(child) : undefined
  return childText ?? serverFirstErrorText(error, fallback)
}
