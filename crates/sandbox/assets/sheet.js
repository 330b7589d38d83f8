/** The payment form. Communicates with the embedding page by `postMessage` and with the sandbox by HTTP. */
'use strict'

const MARK = 'razorpay-sandbox'
const SUCCESS_DISPLAY_MS = 700
const UPI_APP_DELAY_MS = 900

const { order, key, amount, currency, exponent, problem, methods } = document.body.dataset
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

/** Sends a message to the embedding page. */
function notifyShop(type, data) {
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

/* ---- display ---- */

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

function showAlert(text) {
  const alert = byId('alert')
  alert.hidden = !text
  alert.textContent = text || ''
}

function setBusy(on) {
  busy = on
  for (const button of document.querySelectorAll('.main')) button.setAttribute('aria-disabled', String(on))
}

function applyOptions(received) {
  options = received
  byId('shop').textContent = options.name || 'Checkout'
  byId('description').textContent = options.description || ''
  byId('logo').textContent = (options.name || 'R').trim().slice(0, 1).toUpperCase()
  if (typeof options.image === 'string' && /^(https?:|data:image\/)/.test(options.image)) {
    const image = document.createElement('img')
    image.alt = ''
    image.src = options.image
    byId('logo').replaceChildren(image)
  }
  if (options.theme) applyTheme(options.theme.color)
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
  if (!problem && step === 'form') show('form')
}

/* ---- payment ---- */

/** Runs one task at a time. Shows an error if the sandbox cannot be reached. */
async function runExclusive(task) {
  if (busy) return
  setBusy(true)
  try {
    await task()
  } catch {
    showAlert('The sandbox cannot be reached. Please try again.')
    if (step !== 'done') show('form')
  } finally {
    setBusy(false)
  }
}

async function pay() {
  showAlert('')
  if (showErrors(findErrors())) return
  const method = selectedMethod()
  const value = (field) => byId(field).value.trim()
  notifyShop('submit', { method })
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
  if (!ok) return showRejection(body.error)
  payment = body.payment_id
  byId('vpa-shown').textContent = value('vpa')
  byId('bank-name').textContent = byId('bank').selectedOptions[0].textContent
  byId('otp').value = ''
  setFieldError('otp', '')
  if (body.step === 'none') return continuePayment({})
  show(body.step)
  if (body.step === 'app') waitForApp(payment)
}

function showRejection(error) {
  if (error.field && byId(`${error.field}-error`)) return showErrors({ [error.field]: error.description })
  showAlert(error.description)
  notifyShop('failed', { error: { ...error, metadata: { order_id: order } } })
}

/** Simulates the response of the UPI app, unless the customer cancels first. */
function waitForApp(requested) {
  setTimeout(() => {
    if (payment === requested && step === 'app') runExclusive(() => continuePayment({}))
  }, UPI_APP_DELAY_MS)
}

async function continuePayment(request) {
  const { ok, body } = await send(`${paymentsPath}/${encodeURIComponent(payment)}`, request)
  if (!ok) {
    if (body.error.field === 'otp') return showErrors({ otp: body.error.description })
    showAlert(body.error.description)
    return show('form')
  }
  payment = null
  if (body.status === 'paid') return succeed(body.response)
  showAlert(`${body.error.description.replace(/\.?$/, '.')} You can try again.`)
  show('form')
  notifyShop('failed', { error: body.error })
}

function succeed(response) {
  showAlert('')
  show('done')
  setTimeout(() => notifyShop('paid', response), SUCCESS_DISPLAY_MS)
}

/* ---- leaving ---- */

let previousStep = 'form'

function requestClose() {
  if (step === 'done') return
  if (options.confirmClose && !problem && step !== 'leave') {
    previousStep = step
    show('leave')
  } else leave()
}

/** Closes the checkout. Cancels an open payment, except one in a UPI app. */
async function leave() {
  const openPayment = payment
  const inApp = step === 'app' || (step === 'leave' && previousStep === 'app')
  payment = null
  if (openPayment && !inApp) {
    await send(`${paymentsPath}/${encodeURIComponent(openPayment)}`, { cancel: true }).catch(() => undefined)
  }
  notifyShop('dismiss')
}

/** Keeps the focus inside the payment form. */
function trapFocus(event) {
  const all = [...document.querySelectorAll('button, input, select, summary')].filter((one) => one.checkVisibility())
  const tabStops = all.filter((one) => one.type !== 'radio' || one.checked)
  const [first, last] = [tabStops[0], tabStops.at(-1)]
  const focused = document.activeElement
  if (event.shiftKey && (focused === first || focused === document.body)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && focused === last) {
    event.preventDefault()
    first.focus()
  }
}

/* ---- event listeners ---- */

byId('form').addEventListener('submit', (event) => {
  event.preventDefault()
  runExclusive(pay)
})
byId('step-otp').addEventListener('submit', (event) => {
  event.preventDefault()
  setFieldError('otp', '')
  runExclusive(() => continuePayment({ otp: byId('otp').value.trim() }))
})
for (const button of document.querySelectorAll('[data-bank]')) {
  button.addEventListener('click', () => runExclusive(() => continuePayment({ bank: button.dataset.bank })))
}
for (const button of document.querySelectorAll('[data-cancel]')) {
  button.addEventListener('click', () => runExclusive(() => continuePayment({ cancel: true })))
}
for (const radio of document.querySelectorAll('input[name=method]')) {
  radio.addEventListener('change', () => {
    showAlert('')
    showMethod()
  })
}
for (const button of document.querySelectorAll('[data-card], [data-vpa]')) {
  button.addEventListener('click', () => fillTestData(button.dataset))
}
byId('close').addEventListener('click', requestClose)
byId('stay').addEventListener('click', () => {
  show(previousStep)
  if (previousStep === 'app' && payment) waitForApp(payment)
})
byId('leave').addEventListener('click', leave)
byId('problem-close').addEventListener('click', leave)
document.addEventListener('click', (event) => {
  if (!byId('sheet').contains(event.target)) notifyShop('backdrop')
})
document.addEventListener('keydown', (event) => {
  if (event.key === 'Tab') trapFocus(event)
  if (event.key !== 'Escape' || options.escape === false) return
  if (step === 'leave') byId('stay').click()
  else requestClose()
})
window.addEventListener('message', (event) => {
  const isFromShop = event.source === window.parent && event.origin === shop && event.data && event.data.to === MARK
  if (isFromShop && typeof event.data.options === 'object') applyOptions(event.data.options)
})

for (const label of document.querySelectorAll('[data-method]')) {
  const offered = methods.split(' ').includes(label.dataset.method)
  label.hidden = !offered
  label.querySelector('input').disabled = !offered
}
for (const part of document.querySelectorAll('[data-only]')) part.hidden = !methods.split(' ').includes(part.dataset.only)
byId('amount').textContent = order && !problem ? money() : ''
byId('pay').textContent = `Pay ${money()}`
showMethod()
if (problem) {
  byId('problem-text').textContent = problem
  show('problem')
} else show('form')
notifyShop('ready')
