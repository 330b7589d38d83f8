import { isApiError } from '@/api/error'
import type { failureCopy } from '@/copy/failures'

type FailureKind = Exclude<keyof typeof failureCopy, 'reference' | 'reload' | 'backToHome'>

/** Browser messages for a module or stylesheet that could not be loaded. */
const CHUNK_LOAD_ERROR = /dynamically imported module|module script failed|unable to preload/i

/** Classifies an error that kept a page from rendering. */
export function failureKind(error: unknown): FailureKind {
  if (isApiError(error)) {
    if (error.status === 403) return 'forbidden'
    if (error.status === 404) return 'missing'
    return error.code === 'network' ? 'unreachable' : 'broken'
  }
  if (!(error instanceof Error && CHUNK_LOAD_ERROR.test(error.message))) return 'broken'
  return navigator.onLine ? 'outdated' : 'unreachable'
}
