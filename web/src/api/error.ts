import type { ErrorCode, FieldError, PurchaseProblem } from './gen/types.gen'

/** Error codes of the client, in addition to those of the server. */
type LocalCode = 'network' | 'unreadable_reply'

export type ApiErrorCode = ErrorCode | LocalCode

/** The only error that API calls throw: an error response, or no response. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  /** The server's message, if there is one. */
  readonly detail: string | null
  /** Messages by field, named as in the request. */
  readonly fieldErrors: Readonly<Record<string, string>>
  /** Identifies the request in the server log; shown with the message. */
  readonly requestId: string | null
  /** The whole problem document, for members that single operations add (such as `slots`). */
  readonly problem: Partial<PurchaseProblem>
  /** When a retry may succeed (`Retry-After`); `null` if the server did not say. */
  retryAfterSeconds: number | null = null

  constructor(status: number, code: ApiErrorCode, problem: Partial<PurchaseProblem> = {}, cause?: unknown) {
    const detail = problem.detail ?? problem.message ?? null
    super(detail ?? code, { cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.requestId = problem.requestId ?? null
    this.fieldErrors = Object.fromEntries((problem.errors ?? []).map((e: FieldError) => [e.field, e.message]))
    this.problem = problem
  }

  /** Whether retrying the same request may succeed. */
  get isTransient(): boolean {
    return this.code === 'network' || this.status === 429 || this.status >= 500
  }
}

export function isApiError(value: unknown): value is ApiError {
  return value instanceof ApiError
}

/** Converts an error body to an `ApiError`, including bodies that a proxy wrote. */
export function toApiError(body: unknown, { status, headers }: Response): ApiError {
  const error = isProblem(body)
    ? new ApiError(status, body.code, body)
    : new ApiError(status, status === 401 ? 'sign_in_required' : 'unreadable_reply')
  error.retryAfterSeconds = Number(headers.get('retry-after')) || null
  return error
}

function isProblem(body: unknown): body is Partial<PurchaseProblem> & { code: ErrorCode } {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
