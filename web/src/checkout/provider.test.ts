import { expect, it, vi } from 'vitest'
import { anOrder } from '@/test/moneyBuilders'
import { loadProvider, openProvider, secondsLeft } from './provider'

function scripts(outcome: (script: HTMLScriptElement) => 'load' | 'error') {
  return vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    const script = nodes[0] as HTMLScriptElement
    queueMicrotask(() => script.dispatchEvent(new Event(outcome(script))))
  })
}

it('is loaded once, from the address of the configuration', async () => {
  const Razorpay = vi.fn()
  vi.stubGlobal('Razorpay', Razorpay)
  const append = scripts(() => 'load')
  const address = 'https://provider.example/once.js'
  expect(await Promise.all([loadProvider(address), loadProvider(address)])).toEqual([Razorpay, Razorpay])
  expect(append).toHaveBeenCalledTimes(1)
  expect(append.mock.calls[0]?.[0]).toHaveProperty('src', address)
})

it('is tried anew after it could not be loaded', async () => {
  vi.stubGlobal('Razorpay', vi.fn())
  const outcomes = ['error', 'load'] as const
  let tried = 0
  scripts(() => outcomes[tried++] ?? 'load')
  const address = 'https://provider.example/again.js'
  await expect(loadProvider(address)).rejects.toThrow('could not be loaded')
  await expect(loadProvider(address)).resolves.toBeDefined()
})

it('counts as not loaded when the script brings nothing', async () => {
  vi.stubGlobal('Razorpay', undefined)
  scripts(() => 'load')
  await expect(loadProvider('https://provider.example/blocked.js')).rejects.toThrow('could not be loaded')
})

it.each([
  ['2026-03-02T04:45:00Z', 900],
  ['2026-03-02T04:30:09.900Z', 9],
  // A clock that is wrong.
  ['2026-03-02T04:30:00Z', undefined],
  ['2026-03-02T05:30:00Z', undefined],
  [null, undefined],
])('leaves the time until %s: %s s', (until, seconds) => {
  expect(secondsLeft(until, Date.parse('2026-03-02T04:30:00Z'))).toBe(seconds)
})

it('closes its window when the hold ends', () => {
  const opened = vi.fn()
  class Window {
    constructor(options: object) {
      opened(options)
    }
    open() {}
    on() {}
  }
  vi.setSystemTime('2026-11-20T09:00:00Z')
  const heldUntil = '2026-11-20T09:01:00.500Z'
  const payer = { productName: 'Tala', description: '', name: '', email: '', phone: '' }
  openProvider(Window, anOrder({ heldUntil }), payer, {
    onPaid: vi.fn(),
    onAttemptFailed: vi.fn(),
    onDismissed: vi.fn(),
  })
  vi.useRealTimers()
  expect(opened.mock.calls[0]?.[0]).toMatchObject({ timeout: 60 })
})
