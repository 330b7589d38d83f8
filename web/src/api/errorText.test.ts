import { describe, expect, test } from 'vitest'
import { ApiError } from './error'
import { errorText, serverText } from './errorText'

const refusal = new ApiError(422, 'invalid_invite_code', { detail: 'Invalid invite code.' })
const network = new ApiError(0, 'network')
const bare = new ApiError(409, 'slot_taken')

describe('the sentence of an error', () => {
  test('comes by code from the catalogue first', () => {
    expect(errorText(new ApiError(500, 'internal', { detail: 'stack' }), 'x')).toBe(
      'Something went wrong on our side.',
    )
    expect(errorText(network, 'x')).toMatch('cannot reach the server')
  })

  test('is the server’s own for codes without one, else the given one', () => {
    expect(errorText(refusal, 'x')).toBe('Invalid invite code.')
    expect(errorText(bare, 'Failed to load')).toBe('Failed to load')
    expect(errorText(new TypeError('boom'), 'Failed to load')).toBe('Failed to load')
  })

  test('is the server’s own first where the specification says so', () => {
    expect(serverText(new ApiError(500, 'internal', { detail: 'We are sorry.' }), 'x')).toBe('We are sorry.')
    expect(serverText(bare, 'Onboarding failed')).toBe('Onboarding failed')
  })
})
