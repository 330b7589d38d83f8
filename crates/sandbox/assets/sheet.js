/** The payment sheet. It talks to the page around it by messages, and to the sandbox by three calls. */
'use strict'

const MARK = 'razorpay-sandbox'
const SHOWN_AFTER_SUCCESS_MS = 700
const APP_WAIT_MS = 900

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
  const isFree = (input) => !input.readOnly && input.checkVisibility()
  const field = [...part.querySelectorAll('input:not([type=radio]), select')].find(isFree)
  const target = name === 'form' ? firstEmpty() || byId('pay') : field || part.querySelector('h2')
  if (target) target.focus()
}

function firstEmpty() {
  const fields = byId('form').querySelectorAll('input:not([type=radio]), select')
  return [...fields].find((field) => field.checkVisibility() && !field.readOnly && field.value === '')
}

function complain(text) {
  const alert = byId('alert')
  alert.hidden = !text
  alert.textContent = text || ''
}

function setBusy(on) {
  busy = on
  for (const button of document.querySelectorAll('.main')) button.setAttribute('aria-disabled', String(on))
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
  byId('card_name').readOnly = Boolean(options.readonly && options.readonly.name && prefill.name)
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
  complain(`${body.error.description.replace(/\.?$/, '.')} You can try again.`)
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
  const all = [...document.querySelectorAll('button, input, select, summary')].filter((one) => one.checkVisibility())
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
for (const radio of document.querySelectorAll('input[name=method]')) {
  radio.addEventListener('change', () => {
    complain('')
    showMethod()
  })
}
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
byId('amount').textContent = order && !trouble ? money() : ''
byId('pay').textContent = `Pay ${money()}`
showMethod()
if (trouble) {
  byId('trouble-text').textContent = trouble
  show('trouble')
} else show('form')
tell('ready')
