import { expect, test } from 'vitest'
import { aTeacher } from '@/teacher/test/builders'
import { applyProfile, changesOf, profileErrors, toProfileValues } from './profileForm'

const teacher = aTeacher()
const stored = toProfileValues(teacher)

test('only changed facts are sent, without blank highlights', () => {
  const values = {
    ...stored,
    guru: 'Smt. Lakshmi',
    keyHighlights: ['Margazhi 2009', ' ', ''],
    languages: ['Tamil'],
    showOnList: true,
  }
  expect(changesOf(values, stored)).toEqual({
    guru: 'Smt. Lakshmi',
    keyHighlights: ['Margazhi 2009'],
    languages: ['Tamil'],
    showOnList: true,
  })
  expect(changesOf(stored, stored)).toEqual({})
})

test('a phone number needs 7 to 15 digits, unless it is the stored one', () => {
  expect(profileErrors({ ...stored, phone: '12' }, stored)).toEqual({
    phone: 'Please enter a valid phone number, or leave it empty',
  })
  const old = { ...stored, phone: '12' }
  expect(profileErrors({ ...old, guru: 'Smt. Lakshmi' }, old)).toEqual({})
})

test('age groups cannot all be removed', () => {
  const before = { ...stored, studentAges: ['adults'] }
  expect(profileErrors({ ...before, studentAges: [] }, before)).toEqual({
    studentAges: 'Please choose at least one age group',
  })
  expect(profileErrors(stored, stored)).toEqual({})
})

test('saved facts are part of the record', () => {
  const saved = applyProfile(teacher, { ...stored, languages: ['Tamil'], showOnList: true }, 6)
  expect(saved.teacherProfile?.languages).toEqual(['Tamil'])
  expect(saved.teacherSettings).toMatchObject({ version: 6, showOnList: true })
})
