import { expect, it, vi } from 'vitest'
import { setClock } from '@/lib/clock'
import { anOrder } from '@/test/moneyBuilders'
import { loadProvider, openProvider, secondsLeft } from './provider'

function stubScripts(outcome: (script: HTMLScriptElement) => 'load' | 'error') {
  return vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const script = nodes[0] as HTMLScriptElement
    queueMicrotask(() => script.dispatchEvent(new Event(outcome(script))))
  })
}

it('is loaded once from the configured URL', async () => {
  const Razorpay = vi.fn()
  vi.stubGlobal('Razorpay', Razorpay)
  const append = stubScripts(() => 'load')
  const url = 'https://provider.example/once.js'
  expect(await Promise.all([loadProvider(url), loadProvider(url)])).toEqual([Razorpay, Razorpay])
  expect(append).toHaveBeenCalledTimes(1)
  expect(append.mock.calls[0]?.[0]).toHaveProperty('src', url)
})

it('is loaded again after a failure', async () => {
  vi.stubGlobal('Razorpay', vi.fn())
  const outcomes = ['error', 'load'] as const
  let attempts = 0
  stubScripts(() => outcomes[attempts++] ?? 'load')
  const url = 'https://provider.example/again.js'
  await expect(loadProvider(url)).rejects.toThrow('could not be loaded')
  await expect(loadProvider(url)).resolves.toBeDefined()
})

it('counts as failed if the script defines no provider', async () => {
  vi.stubGlobal('Razorpay', undefined)
  stubScripts(() => 'load')
  await expect(loadProvider('https://provider.example/blocked.js')).rejects.toThrow('could not be loaded')
})

it.each([
  ['2026-03-02T04:45:00Z', 900],
  ['2026-03-02T04:30:09.900Z', 9],
  // A wrong device clock.
  ['2026-03-02T04:30:00Z', undefined],
  ['2026-03-02T05:30:00Z', undefined],
  [null, undefined],
])('until %s the window has a timeout of %s s', (until, seconds) => {
  expect(secondsLeft(until, Date.parse('2026-03-02T04:30:00Z'))).toBe(seconds)
})

it('closes its window when the hold expires', () => {
  const opened = vi.fn()
  class Window {
    constructor(options: object) {
      opened(options)
    }
    open() {}
    close() {}
    on() {}
  }
  setClock(() => Date.parse('2026-11-20T09:00:00Z'))
  const heldUntil = '2026-11-20T09:01:00.500Z'
  const payer = { productName: 'Tala', description: '', name: '', email: '', phone: '' }
  openProvider(Window, anOrder({ heldUntil }), payer, {
    onPaid: vi.fn(),
    onAttemptFailed: vi.fn(),
    onDismissed: vi.fn(),
  })
  expect(opened.mock.calls[0]?.[0]).toMatchObject({ timeout: 60 })
})
