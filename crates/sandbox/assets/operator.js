/** The control page: shows the state of the sandbox and sends control commands. */
'use strict'

const REFRESH_INTERVAL_MS = 2000
const TONES = {
  paid: 'good', captured: 'good', processed: 'good', delivered: 'good',
  failed: 'bad', dropped: 'bad', gave_up: 'bad', reversed: 'bad', rejected: 'bad',
  attempted: 'wait', authorized: 'wait', pending: 'wait', waiting: 'wait', held: 'wait', processing: 'wait', queued: 'wait',
}

const byId = (id) => document.getElementById(id)
let renderedState = ''

function createElement(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

function showNotice(text, isError) {
  byId('notice').textContent = text
  byId('notice').classList.toggle('bad', Boolean(isError))
}

async function sendCommand(command, successText) {
  try {
    const reply = await fetch('operator/api/act', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(command),
    })
    const text = await reply.text()
    if (reply.ok) showNotice(successText || 'Done.')
    else showNotice(errorOf(text), true)
  } catch {
    showNotice('The sandbox cannot be reached.', true)
  }
  await refresh()
}

function errorOf(text) {
  try {
    return JSON.parse(text).error
  } catch {
    return text
  }
}

/* ---- cells ---- */

const code = (text) => createElement('code', {}, text ?? '–')
const state = (word) => createElement('span', { className: TONES[word] || '' }, word)
const plain = (text) => document.createTextNode(text ?? '–')
const moment = (seconds) => plain(new Date(seconds * 1000).toLocaleString())

function money(minor, currency) {
  try {
    const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency })
    return plain(format.format(minor / 10 ** format.resolvedOptions().maximumFractionDigits))
  } catch {
    return plain(`${currency} ${minor}`)
  }
}

function button(label, subject, command) {
  const element = createElement('button', { type: 'button', onclick: () => sendCommand(command()) }, label)
  element.dataset.keep = `${label} ${subject}`
  element.dataset.subject = subject
  element.setAttribute('aria-label', `${label} ${subject}`)
  return element
}

/** Sets ARIA roles explicitly: on narrow screens the style sheet changes `display`, which removes the implicit ones. */
function fill(id, heads, rows) {
  const head = createElement('tr', { role: 'row' }, ...heads.map((text) => createElement('th', { scope: 'col', role: 'columnheader' }, text)))
  const body = rows.map((cells) => createElement('tr', { role: 'row' }, ...cells.map((cell, place) => createCell(heads[place], cell))))
  if (rows.length === 0) body.push(createElement('tr', { role: 'row' }, createElement('td', { className: 'empty', colSpan: heads.length, role: 'cell' }, 'None yet.')))
  byId(id).role = 'table'
  byId(id).replaceChildren(createElement('thead', { role: 'rowgroup' }, head), createElement('tbody', { role: 'rowgroup' }, ...body))
}

function createCell(head, content) {
  const parts = Array.isArray(content) ? [createElement('div', { className: 'actions' }, ...content)] : [content]
  const cell = createElement('td', { role: 'cell' }, ...parts)
  cell.dataset.head = Array.isArray(content) ? '' : head
  cell.classList.toggle('none', cell.textContent === '–')
  return cell
}

/* ---- tables ---- */

function payCommand(orderId) {
  const amount = Number(byId('other-amount').value)
  const currency = byId('other-currency').value.trim().toUpperCase()
  return {
    do: 'pay',
    order_id: orderId,
    outcome: byId('outcome').value,
    method: byId('method').value,
    ...(amount > 0 ? { amount_minor: amount } : {}),
    ...(currency ? { currency } : {}),
  }
}

function drawOrders(orders) {
  fill('orders', ['Order', 'Amount', 'Status', 'Attempts', 'Receipt', 'Made', 'Do'], orders.map((order) => [
    code(order.id), money(order.amount, order.currency), state(order.status), plain(order.attempts), code(order.receipt),
    moment(order.created_at),
    [button(order.status === 'paid' ? 'Pay again' : 'Pay', order.id, () => payCommand(order.id))],
  ]))
}

function paymentButtons({ id, status }) {
  const buttons = []
  if (status === 'created' || status === 'failed') buttons.push(button('Authorise', id, () => ({ do: 'authorize', payment_id: id })))
  if (status === 'created') buttons.push(button('Decline', id, () => ({ do: 'decline', payment_id: id })))
  if (status === 'authorized') buttons.push(button('Capture', id, () => ({ do: 'capture', payment_id: id })))
  if (status === 'captured') buttons.push(button('Refund', id, () => ({ do: 'refund', payment_id: id })))
  if (status === 'captured') buttons.push(button('Dispute', id, () => ({ do: 'emit', name: 'payment.dispute.created', payment_id: id })))
  return buttons
}

function drawPayments(payments) {
  fill('payments', ['Payment', 'Order', 'Amount', 'Status', 'Method', 'Refunded', 'Error', 'Do'], payments.map((one) => [
    code(one.id), code(one.order_id), money(one.amount, one.currency), state(one.status),
    plain([one.method, one.vpa || one.bank || (one.card && one.card.last4)].filter(Boolean).join(' ')),
    money(one.amount_refunded, one.currency), plain(one.error_reason), paymentButtons(one),
  ]))
}

function refundButtons({ id, speed_processed: speed }) {
  const buttons = ['processed', 'failed'].map((end) => button(`Mark ${end}`, id, () => ({ do: 'finish_refund', refund_id: id, end })))
  if (speed === 'instant') buttons.push(button('Slow down', id, () => ({ do: 'slow_down_refund', refund_id: id })))
  return buttons
}

function drawRefunds(refunds) {
  fill('refunds', ['Refund', 'Payment', 'Amount', 'Status', 'Made', 'Do'], refunds.map((refund) => [
    code(refund.id), code(refund.payment_id), money(refund.amount, refund.currency), state(refund.status), moment(refund.created_at),
    refund.status === 'pending' ? refundButtons(refund) : [],
  ]))
}

function drawEvents(events) {
  fill('events', ['Event', 'Id', 'State', 'Sent', 'Last answer', 'Made', 'Do'], events.map((event) => {
    const buttons = []
    const open = event.state === 'waiting' || event.state === 'held'
    if (open) buttons.push(button('Release', event.id, () => ({ do: 'release_event', event_id: event.id })))
    else buttons.push(button('Send again', event.id, () => ({ do: 'resend_event', event_id: event.id })))
    if (open) buttons.push(button('Lose', event.id, () => ({ do: 'drop_event', event_id: event.id })))
    return [plain(event.name), code(event.id), state(event.state), plain(event.attempts), plain(event.last_answer), moment(event.created_at), buttons]
  }))
}

function drawPayouts(payouts) {
  const next = ['processing', 'processed', 'reversed', 'failed', 'rejected']
  fill('payouts', ['Payout', 'Amount', 'Mode', 'Status', 'Reference', 'Do'], (payouts || []).map((payout) => [
    code(payout.id), money(payout.amount, 'INR'), plain(payout.mode), state(payout.status), code(payout.reference_id),
    next.filter((status) => status !== payout.status)
      .map((status) => button(`Mark ${status}`, payout.id, () => ({ do: 'move_payout', payout_id: payout.id, status }))),
  ]))
}

function drawFacts(all) {
  const facts = {
    'API': `${all.base_url}/v1`, 'Checkout script': `${all.base_url}/checkout.js`, 'Key id': all.key_id,
    'Webhook': all.webhook_url || 'none', 'Time': new Date(all.now * 1000).toLocaleString(),
  }
  byId('facts').replaceChildren(...Object.entries(facts).flatMap(([name, text]) => [createElement('dt', {}, name), createElement('dd', {}, text)]))
}

function drawFaults(faults) {
  const words = (fault) => [
    `${fault.calls} ×`, fault.method || 'any', fault.path ? `…${fault.path}…` : 'call', '→', fault.kind,
    fault.carried_out ? '(carried out)' : '',
  ].join(' ')
  byId('faults').replaceChildren(...faults.map((fault) => createElement('li', {}, words(fault))))
}

function drawSettings(settings) {
  for (const input of document.querySelectorAll('[data-setting]')) {
    if (input === document.activeElement) continue
    const value = input.dataset.setting.split('.').reduce((at, name) => at[name], settings)
    if (input.type === 'checkbox') input.checked = value
    else input.value = value
  }
  byId('enable').hidden = !settings.webhook_disabled
}

async function refresh() {
  let text
  try {
    text = await (await fetch('operator/api/state')).text()
  } catch {
    return showNotice('The sandbox cannot be reached.', true)
  }
  const all = JSON.parse(text)
  drawFacts(all)
  const rest = JSON.stringify({ ...all, now: 0 })
  if (rest === renderedState) return
  renderedState = rest
  const focused = document.activeElement
  drawOrders(all.orders)
  drawPayments(all.payments)
  drawRefunds(all.refunds)
  drawEvents(all.events)
  drawPayouts(all.payouts)
  drawFaults(all.faults)
  drawSettings(all.settings)
  if (focused && focused.dataset.keep) restoreFocus(focused.dataset)
}

/** Focuses the same button after a render, or another button of the same entity. */
function restoreFocus({ keep, subject }) {
  const find = (name, value) => document.querySelector(`[data-${name}="${CSS.escape(value)}"]`)
  const next = find('keep', keep) || find('subject', subject) || byId('notice')
  next.focus()
}

/* ---- event listeners ---- */

function saveSetting(input) {
  const value = input.type === 'checkbox' ? input.checked : input.type === 'number' ? Number(input.value) : input.value
  const settings = input.dataset.setting.split('.').reverse().reduce((inner, name) => ({ [name]: inner }), value)
  sendCommand({ do: 'settings', settings }, 'Set.')
}

for (const input of document.querySelectorAll('[data-setting]')) input.addEventListener('change', () => saveSetting(input))
byId('release').addEventListener('click', () => sendCommand({ do: 'release' }, 'Released.'))
byId('release-reversed').addEventListener('click', () => sendCommand({ do: 'release', order: 'reversed' }, 'Released.'))
byId('enable').addEventListener('click', () => sendCommand({ do: 'enable_webhook' }))
byId('clear-faults').addEventListener('click', () => sendCommand({ do: 'clear_faults' }))
byId('pay-unknown').addEventListener('click', () => {
  const { amount_minor: amount = 50000, currency = 'INR' } = payCommand(undefined)
  sendCommand({ do: 'pay_unknown_order', amount_minor: amount, currency })
})
byId('pay-without').addEventListener('click', () => sendCommand({ amount_minor: 50000, ...payCommand(undefined) }))
byId('add-fault').addEventListener('submit', (event) => {
  event.preventDefault()
  const form = new FormData(event.target)
  sendCommand({
    do: 'add_fault',
    kind: form.get('kind'),
    calls: Number(form.get('calls')),
    carried_out: form.has('carried_out'),
    method: form.get('method') || null,
    path: form.get('path') || null,
  }, 'Added.')
})
refresh()
setInterval(() => document.hidden || refresh(), REFRESH_INTERVAL_MS)
