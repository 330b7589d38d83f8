import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './saveFile'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('the object URL of a saved file is revoked a minute later', () => {
  vi.useFakeTimers()
  const given: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    given.push(`${this.download} ${this.href}`)
  })
  URL.createObjectURL = vi.fn(() => 'blob:x')
  const revoke = vi.fn()
  URL.revokeObjectURL = revoke
  saveFile(new Blob(['x']), 'table.csv')
  expect(given).toEqual(['table.csv blob:x'])
  vi.advanceTimersByTime(10_000)
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledWith('blob:x')
})
