/** Fake payment endpoints and a fake of the provider's window. */
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import type { Order, PaymentSuccessRequest } from '@/api/types'
import { aBooking } from '@/test/builders'
import { anOrder, aQuote, aReceipt } from '@/test/moneyBuilders'
import { server } from '@/test/server'

export interface PaymentsApi {
  quote: (body: Record<string, unknown>) => Response | Promise<Response>
  order: (body: Record<string, unknown>) => Response | Promise<Response>
  proof: (body: PaymentSuccessRequest) => Response | Promise<Response>
  release: () => Response
  coupon: (body: Record<string, unknown>) => Response
  /** All orders; the first one is returned for its id. */
  orders: Order[]
  receipt: () => Response
  /** Bodies of received requests. */
  ordered: Record<string, unknown>[]
  proofs: PaymentSuccessRequest[]
  reads: number
}

export const orderResponse = (order: Order, more: object = {}) =>
  HttpResponse.json({ success: true, free: false, order, ...more })

/** The order after its class was booked. */
export const bookedOrder = () => anOrder({ state: 'booked', bookingId: 'booking-1', heldUntil: null })

export function startPaymentsApi(overrides: Partial<PaymentsApi> = {}): PaymentsApi {
  const api: PaymentsApi = {
    quote: () => HttpResponse.json({ success: true, quote: aQuote() }),
    order: () => orderResponse(api.orders[0] ?? anOrder()),
    proof: () =>
      HttpResponse.json({ success: true, order: bookedOrder(), booking: aBooking({ slotId: 'a' }) }),
    release: () => HttpResponse.json(anOrder({ state: 'cancelled', heldUntil: null })),
    coupon: ({ code }) => HttpResponse.json({ success: true, discount: 20, code }),
    orders: [anOrder()],
    receipt: () => HttpResponse.json(aReceipt()),
    ordered: [],
    proofs: [],
    reads: 0,
    ...overrides,
  }
  const order = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as Record<string, unknown>
    api.ordered.push(body)
    return api.order(body)
  }
  const proof = async ({ request }: { request: Request }) => {
    const body = (await request.json()) as PaymentSuccessRequest
    api.proofs.push(body)
    return api.proof(body)
  }
  server.use(
    http.post('*/api/quote', async ({ request }) =>
      api.quote((await request.json()) as Record<string, unknown>),
    ),
    http.post('*/api/coupons/validate', async ({ request }) =>
      api.coupon((await request.json()) as Record<string, unknown>),
    ),
    http.post('*/api/create-booking', order),
    http.post('*/api/bulk-purchase', order),
    http.post('*/api/payment-success', proof),
    http.post('*/api/payment-success-bulk', proof),
    http.get('*/api/orders', () => HttpResponse.json(api.orders)),
    http.get('*/api/orders/:id', ({ params }) => {
      api.reads += 1
      const found = api.orders.find(({ _id }) => _id === params.id)
      return found ? HttpResponse.json(found) : HttpResponse.json({ code: 'not_found' }, { status: 404 })
    }),
    http.post('*/api/orders/:id/cancel', () => api.release()),
    http.get('*/api/orders/:id/receipt', () => api.receipt()),
  )
  return api
}

interface OpenedWindow {
  amount: number
  currency: string
  order_id: string
  key: string
  prefill: Record<string, string>
  modal: { ondismiss: () => void }
  handler: (reply: Record<string, string>) => void
}

/** Fakes the provider's checkout script; tests act on its window through the returned object. */
export function startProvider() {
  const provider = {
    loads: true,
    windows: [] as OpenedWindow[],
    fail: (_description: string, _reason?: string, _code?: string): void => undefined,
    pay: () =>
      provider.windows.at(-1)?.handler({
        razorpay_payment_id: 'pay_1',
        razorpay_order_id: 'order_Provider1',
        razorpay_signature: 'signature',
      }),
    dismiss: () => provider.windows.at(-1)?.modal.ondismiss(),
  }
  const append = document.head.append.bind(document.head)
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const [script] = nodes
    if (!(script instanceof HTMLScriptElement)) return append(...nodes)
    queueMicrotask(() => script.dispatchEvent(new Event(provider.loads ? 'load' : 'error')))
  })
  // A function, not a class: the script is loaded once, but each test has its own provider.
  vi.stubGlobal('Razorpay', function Razorpay(options: OpenedWindow) {
    return {
      on: (_event: string, listener: (failure: object) => void) => {
        current.fail = (description, reason, code) => listener({ error: { description, reason, code } })
      },
      open: () => current.windows.push(options),
      close: () => options.modal.ondismiss(),
    }
  })
  current = provider
  return provider
}

let current: { windows: OpenedWindow[]; fail: (description: string, reason?: string, code?: string) => void }
