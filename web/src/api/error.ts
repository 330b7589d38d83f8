import type { ErrorCode, FieldError, Problem } from './gen/types.gen'

/** What went wrong on the way, beside the codes that the server knows. */
type LocalCode = 'network' | 'unreadable_reply'

export type ApiErrorCode = ErrorCode | LocalCode

/** The one error that calls of the API throw: a refusal by the server, or no answer at all. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  /** The server's own sentence, if it gave one. */
  readonly detail: string | null
  /** Sentences by field, the field named as the request names it. */
  readonly fieldErrors: Readonly<Record<string, string>>
  /** For the operator's log; shown small beside the sentence. */
  readonly requestId: string | null
  /** The whole problem, for the members that single calls add (for example `slots`). */
  readonly problem: Partial<Problem>

  constructor(status: number, code: ApiErrorCode, problem: Partial<Problem> = {}, cause?: unknown) {
    const detail = problem.detail ?? problem.message ?? null
    super(detail ?? code, { cause })
    this.status = status
    this.code = code
    this.detail = detail
    this.requestId = problem.requestId ?? null
    this.fieldErrors = Object.fromEntries((problem.errors ?? []).map((e: FieldError) => [e.field, e.message]))
    this.problem = problem
  }

  /** Whether a person can do nothing but try the same again. */
  get isTransient(): boolean {
    return this.code === 'network' || this.status === 429 || this.status >= 500
  }
}

export function isApiError(value: unknown): value is ApiError {
  return value instanceof ApiError
}

/** Turns the body of a refusal into an `ApiError`, whatever a proxy may have put there instead of a problem. */
export function toApiError(body: unknown, status: number): ApiError {
  if (isProblem(body)) return new ApiError(status, body.code, body)
  return new ApiError(status, status === 401 ? 'sign_in_required' : 'unreadable_reply')
}

function isProblem(body: unknown): body is Partial<Problem> & { code: ErrorCode } {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
}
