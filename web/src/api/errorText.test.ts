import { describe, expect, test } from 'vitest'
import { ApiError } from './error'
import { errorText, serverFirstErrorText } from './errorText'

const refusal = new ApiError(422, 'invalid_invite_code', { detail: 'Invalid invite code.' })
const network = new ApiError(0, 'network')
const bare = new ApiError(409, 'slot_taken')

describe('error message', () => {
  test('comes from the catalogue by code first', () => {
    expect(errorText(new ApiError(500, 'internal', { detail: 'stack' }), 'x')).toBe(
      'Something went wrong on our side.',
    )
    expect(errorText(network, 'x')).toMatch('can’t reach the server')
  })

  test('comes from the server for codes without a text, otherwise from the caller', () => {
    expect(errorText(refusal, 'x')).toBe('Invalid invite code.')
    expect(errorText(bare, 'Failed to load')).toBe('Failed to load')
    expect(errorText(new TypeError('boom'), 'Failed to load')).toBe('Failed to load')
  })

  test('names the time to wait after too many requests', () => {
    const limited = new ApiError(429, 'too_many_requests', { detail: 'Please wait a moment.' })
    expect(errorText(limited, 'x')).toBe('Too many attempts. Please wait a moment and try again.')
    for (const [seconds, wait] of [
      [1, '1 second'],
      [45, '45 seconds'],
      [91, '2 minutes'],
      [600, '10 minutes'],
    ] as const) {
      limited.retryAfterSeconds = seconds
      const text = `Too many attempts. Please wait ${wait} and try again.`
      expect([errorText(limited, 'x'), serverFirstErrorText(limited, 'x')]).toEqual([text, text])
    }
  })

  test('comes from the server first where the specification requires it', () => {
    expect(serverFirstErrorText(new ApiError(500, 'internal', { detail: 'We are sorry.' }), 'x')).toBe(
      'We are sorry.',
    )
    expect(serverFirstErrorText(bare, 'Onboarding failed')).toBe('Onboarding failed')
  })
})
