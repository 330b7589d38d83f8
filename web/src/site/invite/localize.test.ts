import { beforeEach, expect, test } from 'vitest'
import { localizeTimes, showLikelyCurrency } from './localize'
import { scriptWords } from './words'

const words = scriptWords()

beforeEach(() => {
  document.body.innerHTML = `
    <p data-zone="">Times in Kolkata</p>
    <ul class="open-times">
      <li><time datetime="2026-11-25T01:30:00Z"><span data-day="">Wed, 25 Nov</span><b data-clock="">7:00 am</b></time></li>
      <li><time datetime="not a time"><span data-day="">Wed, 25 Nov</span><b data-clock="">8:00 am</b></time></li>
    </ul>
    <p class="amount"><b>₹1,022.98</b><span> or $25.59</span></p>`
})

const textsOf = (selector: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.textContent)

test('open times are shown in the zone of the visitor, and broken ones stay', () => {
  localizeTimes(document, words, 'America/New_York')
  expect(textsOf('[data-day]')).toEqual(['Tue, 24 Nov', 'Wed, 25 Nov'])
  expect(textsOf('[data-clock]')).toEqual(['8:30 pm', '8:00 am'])
  expect(textsOf('[data-zone]')).toEqual(['Times in New York'])
})

test('the old name of India’s zone is the current one', () => {
  localizeTimes(document, words, 'Asia/Calcutta')
  expect(textsOf('[data-clock]')).toEqual(['7:00 am', '8:00 am'])
  expect(textsOf('[data-zone]')).toEqual(['Times in Kolkata'])
})

test('dollars come first outside India', () => {
  showLikelyCurrency(document, words, 'Asia/Calcutta')
  expect(textsOf('.amount')).toEqual(['₹1,022.98 or $25.59'])
  showLikelyCurrency(document, words, 'America/New_York')
  expect(textsOf('.amount')).toEqual(['$25.59 or ₹1,022.98'])
})
