import type { ScriptWords } from './words'

const INDIA = ['Asia/Kolkata', 'Asia/Calcutta']

/** Shows the open times in the visitor's zone instead of the teacher's. */
export function localizeTimes(root: ParentNode, words: ScriptWords, zone: string): void {
  for (const time of root.querySelectorAll<HTMLTimeElement>('.open-times time')) {
    const at = localFields(time.dateTime, zone)
    if (!at) continue
    const clock = words.hours[at.hour]?.replace(':00', `:${String(at.minute).padStart(2, '0')}`)
    setText(time, '[data-day]', `${words.weekdays[at.weekday]}, ${at.day} ${words.months[at.month]}`)
    setText(time, '[data-clock]', clock ?? '')
  }
  const name = zone.replace(/.*\//, '').replaceAll('_', ' ')
  const city = name === 'Calcutta' ? 'Kolkata' : name
  setText(root, '[data-zone]', words.zone.replace('{city}', words.cities[city] ?? city))
}

/** Outside India, dollars come first. */
export function showLikelyCurrency(root: ParentNode, words: ScriptWords, zone: string): void {
  const [main, other] = root.querySelectorAll<HTMLElement>('.amount > *')
  if (!main || !other || INDIA.includes(zone)) return
  const rupees = main.textContent
  const dollars = /\$[\d,.]*\d/.exec(other.textContent)?.[0]
  if (!dollars) return
  main.textContent = dollars
  other.textContent = ` ${words.other.replace('{amount}', rupees)}`
}

/** Weekday (Monday is 0), day, month (January is 0) and time in a zone, without Temporal, which is large. */
function localFields(instant: string, zone: string) {
  const epoch = Date.parse(instant)
  if (Number.isNaN(epoch)) return null
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(epoch)
  const field = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const weekday = new Date(Date.UTC(field('year'), field('month') - 1, field('day'))).getUTCDay()
  return {
    weekday: (weekday + 6) % 7,
    day: field('day'),
    month: field('month') - 1,
    hour: field('hour'),
    minute: field('minute'),
  }
}

function setText(root: ParentNode, selector: string, text: string): void {
  const element = root.querySelector(selector)
  if (element) element.textContent = text
}
