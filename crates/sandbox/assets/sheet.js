/** The payment sheet. It talks to the page around it by messages, and to the sandbox by three calls. */
'use strict'

const MARK = 'razorpay-sandbox'
const SHOWN_AFTER_SUCCESS_MS = 700
const APP_WAIT_MS = 900

const byId = (id) => document.getElementById(id)
const { order, key, amount, currency, exponent, trouble, methods } = document.body.dataset
const shop = allowedOrigin(new URLSearchParams(location.search).get('origin'))
let options = {}
let payment = null
let step = 'form'
let busy = false

function allowedOrigin(text) {
  try {
    return new URL(text).origin
  } catch {
    return null
  }
}

/** To the page around the sheet, and to no other. */
function tell(type, data) {
  if (shop && window.parent !== window) window.parent.postMessage({ from: MARK, type, data }, shop)
}

async function send(path, body) {
  const reply = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, ...body }),
  })
  return { ok: reply.ok, body: await reply.json() }
}

const paymentsPath = `${encodeURIComponent(order)}/payments`

/* ---- what is shown ---- */

function money() {
  const format = new Intl.NumberFormat(currency === 'INR' ? 'en-IN' : 'en-US', { style: 'currency', currency })
  return format.format(Number(amount) / 10 ** Number(exponent))
}

function show(name) {
  step = name
  byId('form').hidden = name !== 'form'
  for (const part of document.querySelectorAll('.step')) part.hidden = part.id !== `step-${name}`
  const part = name === 'form' ? byId('form') : byId(`step-${name}`)
  const isFree = (input) => !input.readOnly && input.offsetParent !== null
  const field = [...part.querySelectorAll('input:not([type=radio]), select')].find(isFree)
  const target = name === 'form' ? firstEmpty() || byId('pay') : field || part.querySelector('h2')
  if (target) target.focus()
}

function firstEmpty() {
  const fields = byId('form').querySelectorAll('input:not([type=radio]), select')
  return [...fields].find((field) => field.offsetParent !== null && !field.readOnly && field.value === '')
}

function complain(text) {
  const alert = byId('alert')
  alert.hidden = !text
  alert.textContent = text || ''
}

function mark(field, text) {
  const input = byId(field)
  input.setAttribute('aria-invalid', text ? 'true' : 'false')
  byId(`${field}-error`).textContent = text || ''
}

function setBusy(on) {
  busy = on
  for (const button of document.querySelectorAll('.main')) button.setAttribute('aria-disabled', String(on))
}

function chosen() {
  return document.querySelector('input[name=method]:checked').value
}

function showMethod() {
  for (const method of ['card', 'upi', 'netbanking']) byId(`method-${method}`).hidden = method !== chosen()
}

/** Text on the shop's colour is black or white, whichever can be read. */
function paint(color) {
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color || '')
  if (!digits) return
  const full = digits[1].length === 3 ? [...digits[1]].map((digit) => digit + digit).join('') : digits[1]
  const light = (at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * light(0) + 0.7152 * light(2) + 0.0722 * light(4)
  document.documentElement.style.setProperty('--accent', color)
  document.documentElement.style.setProperty('--on-accent', luminance > 0.179 ? '#000' : '#fff')
}

function apply(given) {
  options = given
  byId('shop').textContent = options.name || 'Checkout'
  byId('description').textContent = options.description || ''
  byId('logo').textContent = (options.name || 'R').trim().slice(0, 1).toUpperCase()
  if (typeof options.image === 'string' && /^(https?:|data:image\/)/.test(options.image)) {
    const image = document.createElement('img')
    image.alt = ''
    image.src = options.image
    byId('logo').replaceChildren(image)
  }
  if (options.theme) paint(options.theme.color)
  const prefill = options.prefill || {}
  const method = document.querySelector(`input[name=method][value="${CSS.escape(prefill.method || '')}"]`)
  if (method && !method.disabled) method.checked = true
  byId('card_name').value = prefill.name || ''
  for (const field of ['contact', 'email']) {
    const input = byId(field)
    input.value = prefill[field] || ''
    input.readOnly = Boolean(options.readonly && options.readonly[field] && prefill[field])
    const hidden = Boolean(options.hidden && options.hidden[field])
    document.querySelector(`[data-field=${field}]`).hidden = hidden
  }
  byId('contact-fields').hidden = ['contact', 'email'].every((field) => options.hidden && options.hidden[field])
  showMethod()
  if (!trouble && step === 'form') show('form')
}

/* ---- checking what was typed ---- */

const digitsOf = (text) => text.replaceAll(/\D/g, '')

function isCardNumber(digits) {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0
}

function isInFuture(expiry) {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry) || []
  return month !== undefined && new Date(2000 + Number(year), Number(month), 1) > new Date()
}

function faults() {
  const value = (field) => byId(field).value.trim()
  const asked = (field) => !document.querySelector(`[data-field=${field}]`).hidden
  const found = {}
  const need = (field, isGood, text) => {
    mark(field, '')
    if (!isGood) found[field] = text
  }
  need('contact', !asked('contact') || digitsOf(value('contact')).length >= 8, 'Please enter a phone number.')
  need('email', !asked('email') || /^[^@\s]+@[^@\s]+$/.test(value('email')), 'Please enter an e-mail address.')
  const method = chosen()
  const isCard = method === 'card'
  need('card_number', !isCard || isCardNumber(digitsOf(value('card_number'))), 'Please enter a valid card number.')
  need('card_expiry', !isCard || isInFuture(value('card_expiry')), 'Please enter a month in the future.')
  need('card_cvv', !isCard || /^\d{3,4}$/.test(value('card_cvv')), 'Please enter 3 or 4 digits.')
  need('card_name', !isCard || value('card_name') !== '', 'Please enter the name on the card.')
  need('vpa', method !== 'upi' || /^[^@\s]+@[^@\s]+$/.test(value('vpa')), 'Please enter a UPI ID, such as success@razorpay.')
  need('bank', method !== 'netbanking' || value('bank') !== '', 'Please choose a bank.')
  return found
}

function showFaults(found) {
  for (const [field, text] of Object.entries(found)) mark(field, text)
  const first = Object.keys(found)[0]
  if (first) byId(first).focus()
  return first !== undefined
}

/* ---- paying ---- */

/** One thing at a time; what cannot be reached is said, and can be tried again. */
async function doing(work) {
  if (busy) return
  setBusy(true)
  try {
    await work()
  } catch {
    complain('The sandbox cannot be reached. Please try again.')
    if (step !== 'done') show('form')
  } finally {
    setBusy(false)
  }
}

async function pay() {
  complain('')
  if (showFaults(faults())) return
  const method = chosen()
  const value = (field) => byId(field).value.trim()
  tell('submit', { method })
  const { ok, body } = await send(paymentsPath, {
    method,
    card_number: value('card_number'),
    card_name: value('card_name'),
    vpa: value('vpa'),
    bank: value('bank'),
    email: value('email'),
    contact: withCountry(value('contact')),
    description: options.description,
    notes: options.notes || {},
  })
  if (!ok) return refused(body.error)
  payment = body.payment_id
  byId('vpa-shown').textContent = value('vpa')
  byId('bank-name').textContent = byId('bank').selectedOptions[0].textContent
  byId('otp').value = ''
  mark('otp', '')
  if (body.step === 'none') return goOn({})
  show(body.step)
  if (body.step === 'app') waitForApp(payment)
}

function withCountry(text) {
  const digits = digitsOf(text)
  if (digits === '') return ''
  return text.startsWith('+') ? `+${digits}` : `+91${digits}`
}

function refused(error) {
  if (error.field && byId(`${error.field}-error`)) return showFaults({ [error.field]: error.description })
  complain(error.description)
  tell('failed', { error: { ...error, metadata: { order_id: order } } })
}

/** The app answers by itself, unless the customer cancels first. */
function waitForApp(asked) {
  setTimeout(() => {
    if (payment === asked && step === 'app') doing(() => goOn({}))
  }, APP_WAIT_MS)
}

async function goOn(what) {
  const { ok, body } = await send(`${paymentsPath}/${encodeURIComponent(payment)}`, what)
  if (!ok) {
    if (body.error.field === 'otp') return showFaults({ otp: body.error.description })
    complain(body.error.description)
    return show('form')
  }
  payment = null
  if (body.status === 'paid') return succeed(body.response)
  complain(`${body.error.description} You can try again.`)
  show('form')
  tell('failed', { error: body.error })
}

function succeed(response) {
  complain('')
  show('done')
  setTimeout(() => tell('paid', response), SHOWN_AFTER_SUCCESS_MS)
}

/* ---- going away ---- */

let cameFrom = 'form'

function wantToLeave() {
  if (step === 'done') return
  if (options.confirmClose && !trouble && step !== 'leave') {
    cameFrom = step
    show('leave')
  } else leave()
}

/** A payment under way ends with the customer's going; one in a UPI app does not. */
async function leave() {
  const underWay = payment
  const inApp = step === 'app' || (step === 'leave' && cameFrom === 'app')
  payment = null
  if (underWay && !inApp) {
    await send(`${paymentsPath}/${encodeURIComponent(underWay)}`, { cancel: true }).catch(() => undefined)
  }
  tell('dismiss')
}

/** Tab goes round inside the sheet. */
function trap(event) {
  const all = [...document.querySelectorAll('button, input, select, summary')].filter((one) => one.offsetParent !== null)
  const stops = all.filter((one) => one.type !== 'radio' || one.checked)
  const [first, last] = [stops[0], stops.at(-1)]
  const at = document.activeElement
  if (event.shiftKey && (at === first || at === document.body)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && at === last) {
    event.preventDefault()
    first.focus()
  }
}

/* ---- listening ---- */

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  doing(pay)
})
byId('step-otp').addEventListener('submit', (event) => {
  event.preventDefault()
  mark('otp', '')
  doing(() => goOn({ otp: byId('otp').value.trim() }))
})
for (const button of document.querySelectorAll('[data-bank]')) {
  button.addEventListener('click', () => doing(() => goOn({ bank: button.dataset.bank })))
}
for (const button of document.querySelectorAll('[data-cancel]')) {
  button.addEventListener('click', () => doing(() => goOn({ cancel: true })))
}
for (const radio of document.querySelectorAll('input[name=method]')) radio.addEventListener('change', showMethod)
for (const button of document.querySelectorAll('[data-card], [data-vpa]')) {
  button.addEventListener('click', () => fillIn(button.dataset))
}
byId('close').addEventListener('click', wantToLeave)
byId('stay').addEventListener('click', () => {
  show(cameFrom)
  if (cameFrom === 'app' && payment) waitForApp(payment)
})
byId('leave').addEventListener('click', leave)
byId('trouble-close').addEventListener('click', leave)
document.addEventListener('click', (event) => {
  if (!byId('sheet').contains(event.target)) tell('backdrop')
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Tab') trap(event)
  if (event.key !== 'Escape' || options.escape === false) return
  if (step === 'leave') byId('stay').click()
  else wantToLeave()
})
byId('card_number').addEventListener('input', (event) => {
  const input = event.target
  if (input.selectionStart !== input.value.length) return
  input.value = digitsOf(input.value).replaceAll(/(\d{4})(?=\d)/g, '$1 ')
})
byId('card_expiry').addEventListener('input', (event) => {
  const digits = digitsOf(event.target.value).slice(0, 4)
  if (event.inputType !== 'deleteContentBackward') {
    event.target.value = digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
  }
})

function fillIn({ card, vpa }) {
  document.querySelector(`input[value=${card ? 'card' : 'upi'}]`).checked = true
  showMethod()
  if (card) {
    byId('card_number').value = card
    byId('card_expiry').value ||= `12/${String(new Date().getFullYear() + 3).slice(2)}`
    byId('card_cvv').value ||= '123'
    byId('card_name').value ||= 'Test Customer'
    for (const field of ['card_number', 'card_expiry', 'card_cvv', 'card_name']) mark(field, '')
  } else {
    byId('vpa').value = vpa
    mark('vpa', '')
  }
  document.querySelector('.help').open = false
  byId('pay').focus()
}

window.addEventListener('message', (event) => {
  const isOurs = event.source === window.parent && event.origin === shop && event.data && event.data.to === MARK
  if (isOurs && typeof event.data.options === 'object') apply(event.data.options)
})

for (const label of document.querySelectorAll('[data-method]')) {
  const offered = methods.split(' ').includes(label.dataset.method)
  label.hidden = !offered
  label.querySelector('input').disabled = !offered
}
for (const part of document.querySelectorAll('[data-only]')) part.hidden = !methods.split(' ').includes(part.dataset.only)
byId('amount').textContent = order ? money() : ''
byId('pay').textContent = `Pay ${money()}`
showMethod()
if (trouble) {
  byId('trouble-text').textContent = trouble
  show('trouble')
} else show('form')
tell('ready')
