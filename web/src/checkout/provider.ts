/** The payment provider's checkout (Razorpay): its script, loaded when somebody is about to pay, and its window. */
import type { Order, PaymentProof } from '@/api/types'

interface ProviderReply {
  razorpay_payment_id: string
  razorpay_order_id: string
  razorpay_signature: string
}

interface ProviderOptions {
  key: string
  /** Minor units. */
  amount: number
  currency: string
  name: string
  order_id: string
  description: string
  prefill: { name: string; email: string; contact: string }
  theme: { color: string }
  modal: { ondismiss: () => void }
  retry: { enabled: boolean }
  /** Seconds after which the window closes by itself. */
  timeout?: number
  handler: (reply: ProviderReply) => void
}

interface ProviderWindow {
  open(): void
  on(event: 'payment.failed', told: (failure: { error?: { description?: string } }) => void): void
}

export type Provider = new (options: ProviderOptions) => ProviderWindow

declare global {
  interface Window {
    Razorpay?: Provider
  }
}

const LOAD_SECONDS = 20

const loading = new Map<string, Promise<Provider>>()

/** The provider's script, loaded once. What failed to load is tried anew by the next caller. */
export function loadProvider(address: string): Promise<Provider> {
  const known = loading.get(address)
  if (known) return known
  const script = load(address).catch((error: unknown) => {
    loading.delete(address)
    throw error
  })
  loading.set(address, script)
  return script
}

function load(address: string): Promise<Provider> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      clearTimeout(timer)
      script.remove()
      reject(new Error(`The payment script at ${address} could not be loaded`))
    }
    const timer = setTimeout(fail, LOAD_SECONDS * 1000)
    script.src = address
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

interface Told {
  onPaid: (proof: PaymentProof) => void
  /** One attempt failed. The window stays open, and a later one may succeed. */
  onAttemptFailed: (reason: string) => void
  onDismissed: () => void
}

/** The brand's red, which the provider's window takes for its buttons. */
const THEME_COLOR = '#9b1b30'

/** As long as a purchase is held. A device whose clock finds more is wrong, as is one that finds none left. */
const LONGEST_SECONDS = 15 * 60

/** How long the order can still be paid, in seconds, as far as this device can tell. */
export function secondsLeft(heldUntil: string | null, now: number): number | undefined {
  const seconds = Math.floor((Date.parse(heldUntil ?? '') - now) / 1000)
  return seconds > 0 && seconds <= LONGEST_SECONDS ? seconds : undefined
}

/** Opens the provider's window for an order, for as long as it is held. Throws when it refuses the options. */
export function openProvider(Window: Provider, order: Order, payer: Payer, told: Told): void {
  const timeout = secondsLeft(order.heldUntil, Date.now())
  const window = new Window({
    key: order.keyId ?? '',
    amount: order.amount,
    currency: order.currency,
    name: payer.productName,
    order_id: order.orderId ?? '',
    description: payer.description,
    prefill: { name: payer.name, email: payer.email, contact: payer.phone },
    theme: { color: THEME_COLOR },
    modal: { ondismiss: told.onDismissed },
    retry: { enabled: true },
    ...(timeout === undefined ? {} : { timeout }),
    handler: (reply) =>
      told.onPaid({
        order_id: reply.razorpay_order_id,
        payment_id: reply.razorpay_payment_id,
        signature: reply.razorpay_signature,
      }),
  })
  window.on('payment.failed', ({ error }) => told.onAttemptFailed(error?.description ?? ''))
  window.open()
}
