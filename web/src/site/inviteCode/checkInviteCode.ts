import { normalizeInviteCode } from '@/lib/inviteCode'
import { localPath } from '@/lib/language'

export type CodeCheck = { result: 'valid' } | { result: 'unknown' } | { result: 'limited'; minutes: number }

/**
 * Asks for the invite page of a code, which anyone may open: the check reveals nothing more, and wrong
 * codes are counted and limited together with those of that page.
 */
export async function checkInviteCode(code: string): Promise<CodeCheck> {
  const path = localPath(`/t/${encodeURIComponent(normalizeInviteCode(code))}`)
  const response = await fetch(path, { method: 'HEAD', cache: 'no-store' })
  if (response.ok) return { result: 'valid' }
  if (response.status === 404) return { result: 'unknown' }
  if (response.status !== 429) throw new Error(`the invite page answered with ${response.status}`)
  // From two on, so that the text needs no singular.
  const seconds = Number(response.headers.get('Retry-After'))
  return { result: 'limited', minutes: Math.max(2, Math.ceil(seconds / 60) || 0) }
}
