import { expect, it, vi } from 'vitest'
import { loadProvider } from './provider'

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
