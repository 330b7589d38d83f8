// @vitest-environment node
import { i18n } from '@lingui/core'
import { beforeEach, expect, test } from 'vitest'
import { frameCopy } from '@/copy/frame'
import { openItemLabel, receiptLineLabel } from '@/copy/itemLabels'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { setLanguage } from '@/lib/i18n'
import { messages } from './app.po'
import { messages as siteMessages } from './site.po'

beforeEach(() => setLanguage('en'))

test('an English page needs no catalogue', () => {
  expect([studentCopy.menu.myCredits, studentCopy.slots.seats(1), studentCopy.slots.seats(123456)]).toEqual([
    'My Credits',
    '1 seat left',
    '1,23,456 seats left',
  ])
})

test('a translation applies to references taken before it', () => {
  const { menu, slots } = studentCopy
  setLanguage('hi', messages)
  expect([menu.myCredits, slots.seats(3)]).toEqual(['मेरे क्रेडिट', '3 सीटें बाक़ी'])
})

test('a text that is read before the language is set throws', () => {
  i18n.activate('')
  expect(() => studentCopy.menu.myCredits).toThrow('without setting a locale')
})

test('a message with the same words as another is translated by its context', () => {
  setLanguage('hi', messages)
  expect([studentCopy.slots.held, studentCopy.credits.lotOrigin.bought]).toEqual([
    'आपके लिए होल्ड पर',
    'ख़रीदे हुए क्रेडिट',
  ])
})

test('paths and names of the server follow the language', () => {
  expect([frameCopy.homePath, frameCopy.other.prefix, classTypeLabel('Group')]).toEqual(['/', '/hi', 'Group'])
  setLanguage('hi', siteMessages)
  expect([frameCopy.homePath, frameCopy.other.prefix, classTypeLabel('Group')]).toEqual(['/hi/', '', 'ग्रुप'])
  expect(classTypeLabel('Trio')).toBe('Trio')
})

test('lines of a receipt and reasons against a deletion follow the language', () => {
  const labels = () => [
    receiptLineLabel('Private class'),
    receiptLineLabel('Payment provider fee'),
    openItemLabel('1 refund that has not arrived'),
    openItemLabel('3 paid credits'),
    openItemLabel('2 things without a translation'),
  ]
  expect(labels()).toEqual([
    'Private class',
    'Payment provider fee',
    '1 refund that has not arrived',
    '3 paid credits',
    '2 things without a translation',
  ])
  setLanguage('hi', messages)
  expect(labels()).toEqual([
    'प्राइवेट क्लास',
    'पेमेंट गेटवे की फ़ीस',
    '1 रिफ़ंड जो अभी नहीं पहुँचा है',
    '3 ख़रीदे हुए क्रेडिट',
    null,
  ])
})
