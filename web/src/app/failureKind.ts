import { isApiError } from '@/api/error'
import type { failureCopy } from '@/copy/failures'

type FailureKind = Exclude<keyof typeof failureCopy, 'reference' | 'reload' | 'backToHome'>

/** How browsers say that a file of the program is gone. */
const GONE = /dynamically imported module|module script failed|unable to preload/i

/** What kept a page from being shown. */
export function failureKind(error: unknown): FailureKind {
  if (isApiError(error)) {
    if (error.status === 403) return 'forbidden'
    if (error.status === 404) return 'missing'
    return error.code === 'network' ? 'unreachable' : 'broken'
  }
  if (!(error instanceof Error && GONE.test(error.message))) return 'broken'
  return navigator.onLine ? 'outdated' : 'unreachable'
}
