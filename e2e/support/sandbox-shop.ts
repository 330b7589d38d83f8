/** A shop of another origin with a strict CSP, whose page uses the sandbox's checkout. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type FrameLocator, type Page } from '@playwright/test'
import { startSandbox } from './razorpay-sandbox.mjs'

export type LogEntry = [name: string, data?: Record<string, unknown>]
declare global {
  interface Window {
    log: LogEntry[]
    pay(options: Record<string, unknown>): void
    checkout: { close(): void }
    letGo(): void
  }
}

/** Logs every callback of the checkout. */
const SHOP_SCRIPT = `
window.log = []
window.pay = (options) => {
  const note = (name) => (data) => window.log.push(data === undefined ? [name] : [name, data])
  window.checkout = new Razorpay({
    ...options,
    handler: (response) => window.log.push(['handler', { ...response, frames: document.querySelectorAll('iframe').length }]),
    modal: { ...options.modal, ondismiss: note('dismiss') },
  })
  for (const event of ['render', 'payment.submit', 'payment.error', 'payment.failed']) window.checkout.on(event, note(event))
  window.checkout.open()
}`
const PREFILL = { name: 'Meera Iyer', email: 'meera@example.test', contact: '+919000090001' }
/** The sandbox's card whose first payment of each order is declined. */
export const FAILS_FIRST = '4100 2800 0000 3003'

export type Shop = Awaited<ReturnType<typeof startShop>>

/** Starts a sandbox and a shop that uses it. */
export async function startShop() {
  const sandbox = await startSandbox()
  const posted: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = []
    for await (const bytes of request) chunks.push(bytes as Uint8Array)
    if (request.method === 'POST') posted.push(Buffer.concat(chunks).toString('utf8'))
    const isScript = request.url === '/shop.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${sandbox.url}; frame-src ${sandbox.url}; base-uri 'none'`,
    )
    const page = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width,initial-scale=1">
      <title>Shop</title><main><h1>Shop</h1><button id="buy">Buy</button></main>
      <script src="${sandbox.url}/checkout.js"></script><script src="/shop.js"></script></html>`
    response.end(isScript ? SHOP_SCRIPT : page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`

  /** Calls the API as the shop's server does. */
  async function api(path: string, body: object, headers: Record<string, string> = {}) {
    const authorization = `Basic ${btoa(`${sandbox.keyId}:${sandbox.keySecret}`)}`
    const reply = await fetch(`${sandbox.url}/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, authorization },
      body: JSON.stringify(body),
    })
    expect(reply.status, path).toBe(200)
    return (await reply.json()) as { id: string }
  }

  return {
    sandbox,
    url,
    /** The forms that were posted to the shop. */
    posted,
    api,
    newOrder: async (more: object = {}): Promise<string> =>
      (await api('orders', { amount: 123_450, currency: 'INR', ...more })).id,
    /** Opens the checkout with the shop's button and returns the sheet. */
    async open(page: Page, order: string, more: object = {}): Promise<FrameLocator> {
      if (page.url() !== url) await page.goto(url)
      await page.locator('#buy').focus()
      const options = {
        key: sandbox.keyId,
        order_id: order,
        name: 'Tala',
        description: 'Kathak',
        prefill: PREFILL,
      }
      await page.evaluate((given) => window.pay(given), { ...options, ...more })
      const sheet = page.frameLocator('iframe')
      await expect(sheet.getByText('Kathak')).toBeVisible()
      // Further typing must go into the sheet.
      await expect(page.locator('iframe')).toBeFocused()
      await expect(sheet.locator(':focus')).toHaveCount(1)
      return sheet
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await sandbox.stop()
    },
  }
}

/**
 * A sheet closes less than a second after a payment. This keeps it open for inspection; the
 * returned function delivers the delayed message to the page.
 */
export async function keepSheetOpen(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const held: MessageEvent[] = []
    const hold = (event: MessageEvent<{ type?: string }>) => {
      if (event.data.type !== 'paid') return
      event.stopImmediatePropagation()
      held.push(event)
    }
    window.addEventListener('message', hold, true)
    window.letGo = () => {
      window.removeEventListener('message', hold, true)
      for (const { data, origin, source } of held)
        window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
    }
  })
  return () => page.evaluate(() => window.letGo())
}

export const payButton = (sheet: FrameLocator) => sheet.getByRole('button', { name: /^Pay/ })
export const expectSheetClosed = (page: Page) => expect(page.locator('iframe')).toHaveCount(0)
