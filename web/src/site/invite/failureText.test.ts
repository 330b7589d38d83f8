import { expect, test } from 'vitest'
import { failureText } from './failureText'
import { scriptWords } from './words'

test.each([
  [null, null],
  [1, 'Sign-in is busy right now. Please try again in 2 seconds.'],
  [45, 'Sign-in is busy right now. Please try again in 45 seconds.'],
  [90, 'Sign-in is busy right now. Please try again in 90 seconds.'],
  [91, 'Sign-in is busy right now. Please try again in 2 minutes.'],
  [600, 'Sign-in is busy right now. Please try again in 10 minutes.'],
])('after a reply to try again in %s seconds: %s', (seconds, text) => {
  expect(failureText(scriptWords(), seconds)).toBe(text)
})
