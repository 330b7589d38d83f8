/** A browser without JavaScript: follows redirects, keeps cookies, submits forms. */

export interface Page {
  url: string
  status: number
  headers: Headers
  html: string
}

export class Visitor {
  readonly #cookies = new Map<string, Map<string, string>>()

  get(url: string): Promise<Page> {
    return this.#follow(url, { method: 'GET' })
  }

  /** Submits the page's form whose action matches, with its hidden fields and these values. */
  submit(page: Page, values: Record<string, string>, action = /./): Promise<Page> {
    const forms = [...page.html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/g)]
    const form = forms.find(([, attributes]) =>
      action.test(attribute(attributes ?? '', 'action') ?? page.url),
    )
    if (!form) throw new Error(`no form for ${action} on ${page.url}:\n${page.html.slice(0, 2000)}`)
    const fields = new URLSearchParams()
    for (const [, input] of (form[2] ?? '').matchAll(/<input\b([^>]*)>/g)) {
      const name = attribute(input ?? '', 'name')
      if (name) fields.set(name, attribute(input ?? '', 'value') ?? '')
    }
    for (const [name, value] of Object.entries(values)) fields.set(name, value)
    const target = new URL(attribute(form[1] ?? '', 'action') ?? page.url, page.url).href
    return this.post(target, fields, new URL(page.url).origin)
  }

  post(url: string, fields: URLSearchParams, origin = new URL(url).origin): Promise<Page> {
    return this.#follow(url, { method: 'POST', body: fields, headers: { origin } })
  }

  /** Follows redirects until a page, or until a URL where no server listens. */
  async #follow(url: string, first: RequestInit): Promise<Page> {
    let [next, request] = [url, first]
    for (let hops = 0; hops < 20; hops += 1) {
      const { origin } = new URL(next)
      const cookie = [...(this.#cookies.get(origin) ?? [])]
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      const headers = { ...request.headers, ...(cookie ? { cookie } : {}) }
      const response = await fetch(next, { ...request, headers, redirect: 'manual' })
      this.#keep(origin, response.headers.getSetCookie())
      const location = response.headers.get('location')
      const html = await response.text()
      if (!location) return { url: next, status: response.status, headers: response.headers, html }
      next = new URL(location, next).href
      request = { method: 'GET' }
      if (new URL(next).pathname === '/auth/callback') {
        return { url: next, status: response.status, headers: response.headers, html }
      }
    }
    throw new Error(`too many redirects from ${url}`)
  }

  #keep(origin: string, lines: readonly string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    for (const line of lines) {
      const [pair = '', ...rest] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      const ends = /max-age=0|expires=Thu, 01 Jan 1970/i.test(rest.join(';'))
      if (ends) jar.delete(name.trim())
      else jar.set(name.trim(), value.join('='))
    }
    this.#cookies.set(origin, jar)
  }
}

function attribute(text: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1]
  return value
    ?.replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
}
