/** The payment provider's checkout (Razorpay): loads its script when it is needed and opens its window. */
import type { Order, PaymentSuccessRequest } from '@/api/types'
import { clock } from '@/lib/clock'

interface ProviderReply {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

interface ProviderOptions {
  key: string
  /** In minor units. */
  amount: number
  currency: string
  name: string
  order_id: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  modal: { ondismiss: () => void }
  retry: { enabled: boolean }
  /** Seconds after which the window closes automatically. */
  timeout?: number
  handler: (reply: ProviderReply) => void
}

/** Why an attempt failed. */
export interface AttemptError {
  /** `BAD_REQUEST_ERROR` for a refusal, `GATEWAY_ERROR` or `SERVER_ERROR` for a technical failure. */
  code?: string
  /** The provider's code, such as `payment_declined`. */
  reason?: string
  /** A sentence in English. */
  description?: string
}

interface ProviderWindow {
  open(): void
  /** Closes the window as its close button does: `ondismiss` is called. */
  close(): void
  on(event: 'payment.failed', listener: (failure: { error?: AttemptError }) => void): void
}

export type Provider = new (options: ProviderOptions) => ProviderWindow

declare global {
  interface Window {
    Razorpay?: Provider
  }
}

const LOAD_TIMEOUT_SECONDS = 20

const scripts = new Map<string, Promise<Provider>>()

/** Loads the provider's script once. After a failure the next caller retries. */
export function loadProvider(url: string): Promise<Provider> {
  const pending = scripts.get(url)
  if (pending) return pending
  const script = load(url).catch((error: unknown) => {
    scripts.delete(url)
    throw error
  })
  scripts.set(url, script)
  return script
}

function load(url: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The payment script at ${url} could not be loaded`))
    }
    const timer = setTimeout(fail, LOAD_TIMEOUT_SECONDS * 1000)
    script.src = url
    script.async = true
    script.addEventListener('error', fail)
    script.addEventListener('load', () => {
      if (!window.Razorpay) return fail()
      clearTimeout(timer)
      resolve(window.Razorpay)
    })
    document.head.append(script)
  })
}

interface Payer {
  productName: string
  description: string
  name: string
  email: string
  phone: string
}

interface ProviderCallbacks {
  onPaid: (proof: PaymentSuccessRequest) => void
  /** An attempt failed. The window stays open, and a later attempt may succeed. */
  onAttemptFailed: (error: AttemptError) => void
  onDismissed: () => void
}

/** The brand's red, for the buttons of the provider's window. */
const THEME_COLOR = '#9b1b30'

/**
 * The longest hold of a purchase. If more seems to be left, the clock is wrong, as when no time is
 * left.
 */
const MAX_HOLD_SECONDS = 15 * 60

/**
 * Seconds until the order's hold expires, or `undefined` if the clock is implausible.
 */
export function secondsLeft(heldUntil: string | null, now: number): number | undefined {
  const seconds = Math.floor((Date.parse(heldUntil ?? '') - now) / 1000)
  return seconds > 0 && seconds <= MAX_HOLD_SECONDS ? seconds : undefined
}

/**
 * Opens the provider's window for an order until its hold expires. Returns a function that closes
 * it. Throws if the provider rejects the options.
 */
export function openProvider(
  Window: Provider,
  order: Order,
  payer: Payer,
  callbacks: ProviderCallbacks,
): () => void {
  const timeout = secondsLeft(order.heldUntil, clock.now())
  const window = new Window({
    key: order.keyId ?? '',
    amount: order.amount,
    currency: order.currency,
    name: payer.productName,
    order_id: order.orderId ?? '',
    description: payer.description,
    prefill: { name: payer.name, email: payer.email, contact: payer.phone },
    theme: { color: THEME_COLOR },
    modal: { ondismiss: callbacks.onDismissed },
    retry: { enabled: true },
    ...(timeout === undefined ? {} : { timeout }),
    handler: (reply) =>
      callbacks.onPaid({
        order_id: reply.razorpay_order_id,
        payment_id: reply.razorpay_payment_id,
        signature: reply.razorpay_signature,
      }),
  })
  window.on('payment.failed', ({ error }) => callbacks.onAttemptFailed(error ?? {}))
  window.open()
  return () => window.close()
}
