import { beforeEach, describe, expect, test } from 'vitest'
import type { LoginReply } from '@/api/types'
import { adoptLanguage, languageToSend } from './accountLanguage'

const account = (language: 'en' | 'hi' | null, role: LoginReply['role'] = 'student') => ({
  role,
  display: { language, clock: null, weekStart: null, fixedTimeZone: null },
})

beforeEach(() => {
  localStorage.clear()
  document.documentElement.lang = 'en'
})

describe('a device without a choice', () => {
  test('sends no language and takes the account’s, once', () => {
    expect(languageToSend()).toEqual({})
    expect(adoptLanguage(account('hi'))).toBe(true)
    expect(localStorage.getItem('language')).toBe('hi')
    // After the page was loaded again, even if it is still in English.
    expect(adoptLanguage(account('hi'))).toBe(false)
    expect(languageToSend()).toEqual({})
  })

  test('stays as it is if the account has no language', () => {
    expect(adoptLanguage(account(null))).toBe(false)
    expect(localStorage.getItem('language')).toBeNull()
  })

  test('does not load a teacher’s page again, because it is in English', () => {
    expect(adoptLanguage(account('hi', 'teacher'))).toBe(false)
    expect(localStorage.getItem('language')).toBe('hi')
  })
})

describe('a device with a new choice', () => {
  test('sends it until the account has it', () => {
    localStorage.setItem('language', 'hi')
    expect(languageToSend()).toEqual({ language: 'hi' })
    expect(adoptLanguage(account('hi'))).toBe(false)
    expect(languageToSend()).toEqual({})
    localStorage.setItem('language', 'en')
    expect(languageToSend()).toEqual({ language: 'en' })
  })

  test('sends the language that another account has, if this one has none', () => {
    adoptLanguage(account('hi'))
    expect(adoptLanguage(account(null))).toBe(false)
    expect(languageToSend()).toEqual({ language: 'hi' })
  })

  test('takes a choice that was made later on another device', () => {
    localStorage.setItem('language', 'en')
    adoptLanguage(account('en'))
    expect(adoptLanguage(account('hi'))).toBe(true)
  })
})

test('text of others in storage is not sent', () => {
  localStorage.setItem('language', 'klingon')
  expect(languageToSend()).toEqual({})
})
