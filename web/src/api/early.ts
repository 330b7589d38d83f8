/**
 * Replies that the page has asked for before its scripts were there (src/app/announceArea.ts), by method and
 * address. Each serves once, to the sign-in that it was asked for with, and only while the page begins.
 */
interface Early {
  token: string
  replies: Record<string, Promise<Response>>
}

declare global {
  var talaEarly: Early | undefined
}

/** The reply to this request if it is on its way already and turns out well. */
export async function earlyReply(request: Request, token: string): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const name = `${request.method} ${pathname}${search}`
  const reply = globalThis.talaEarly?.token === token && globalThis.talaEarly.replies[name]
  if (!reply) return null
  delete globalThis.talaEarly?.replies[name]
  const found = await reply.catch(() => null)
  return found?.ok ? found : null
}
