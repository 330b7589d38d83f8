/** The fields of the payment form: validation, formatting and appearance. */
'use strict'

const byId = (id) => document.getElementById(id)

function setFieldError(field, text) {
  const input = byId(field)
  input.setAttribute('aria-invalid', text ? 'true' : 'false')
  byId(`${field}-error`).textContent = text || ''
}

function selectedMethod() {
  return document.querySelector('input[name=method]:checked').value
}

function showMethod() {
  for (const method of ['card', 'upi', 'netbanking']) byId(`method-${method}`).hidden = method !== selectedMethod()
}

/** Applies the shop's colour, with black or white text depending on the contrast. */
function applyTheme(color) {
  const digits = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color || '')
  if (!digits) return
  const full = digits[1].length === 3 ? [...digits[1]].map((digit) => digit + digit).join('') : digits[1]
  const linear = (at) => {
    const part = Number.parseInt(full.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }
  const luminance = 0.2126 * linear(0) + 0.7152 * linear(2) + 0.0722 * linear(4)
  document.documentElement.style.setProperty('--accent', color)
  document.documentElement.style.setProperty('--on-accent', luminance > 0.179 ? '#000' : '#fff')
}

/* ---- validation ---- */

const digitsOf = (text) => text.replaceAll(/\D/g, '')

function isCardNumber(digits) {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0
}

/** The card network by number prefix. */
function networkOf(digits) {
  if (digits.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|2[2-7])/.test(digits)) return 'Mastercard'
  return /^(60|65|81|82|508)/.test(digits) ? 'RuPay' : ''
}

function showNetwork() {
  byId('network').textContent = networkOf(digitsOf(byId('card_number').value))
}

function isInFuture(expiry) {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(expiry) || []
  return month !== undefined && new Date(2000 + Number(year), Number(month), 1) > new Date()
}

function findErrors() {
  const value = (field) => byId(field).value.trim()
  const isVisible = (field) => !document.querySelector(`[data-field=${field}]`).hidden
  const found = {}
  const require = (field, isValid, text) => {
    setFieldError(field, '')
    if (!isValid) found[field] = text
  }
  require('contact', !isVisible('contact') || digitsOf(value('contact')).length >= 8, 'Please enter a phone number.')
  require('email', !isVisible('email') || /^[^@\s]+@[^@\s]+$/.test(value('email')), 'Please enter an e-mail address.')
  const method = selectedMethod()
  const isCard = method === 'card'
  require('card_number', !isCard || isCardNumber(digitsOf(value('card_number'))), 'Please enter a valid card number.')
  require('card_expiry', !isCard || isInFuture(value('card_expiry')), 'Please enter a month in the future.')
  require('card_cvv', !isCard || /^\d{3,4}$/.test(value('card_cvv')), 'Please enter 3 or 4 digits.')
  require('card_name', !isCard || value('card_name') !== '', 'Please enter the name on the card.')
  require('vpa', method !== 'upi' || /^[^@\s]+@[^@\s]+$/.test(value('vpa')), 'Please enter a UPI ID, such as success@razorpay.')
  require('bank', method !== 'netbanking' || value('bank') !== '', 'Please choose a bank.')
  return found
}

function showErrors(found) {
  for (const [field, text] of Object.entries(found)) setFieldError(field, text)
  const first = Object.keys(found)[0]
  if (first) byId(first).focus()
  return first !== undefined
}

function withCountry(text) {
  const digits = digitsOf(text)
  if (digits === '') return ''
  return text.startsWith('+') ? `+${digits}` : `+91${digits}`
}

/* ---- input formatting ---- */

byId('card_number').addEventListener('input', (event) => {
  const input = event.target
  showNetwork()
  if (input.selectionStart !== input.value.length) return
  input.value = digitsOf(input.value).replaceAll(/(\d{4})(?=\d)/g, '$1 ')
})
byId('card_expiry').addEventListener('input', (event) => {
  const digits = digitsOf(event.target.value).slice(0, 4)
  if (event.inputType !== 'deleteContentBackward') {
    event.target.value = digits.length >= 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits
  }
})

function fillTestData({ card, vpa }) {
  document.querySelector(`input[value=${card ? 'card' : 'upi'}]`).checked = true
  showMethod()
  if (card) {
    byId('card_number').value = card
    showNetwork()
    byId('card_expiry').value ||= `12/${String(new Date().getFullYear() + 3).slice(2)}`
    byId('card_cvv').value ||= '123'
    byId('card_name').value ||= 'Test Customer'
    for (const field of ['card_number', 'card_expiry', 'card_cvv', 'card_name']) setFieldError(field, '')
  } else {
    byId('vpa').value = vpa
    setFieldError('vpa', '')
  }
  document.querySelector('.help').open = false
  byId('pay').focus()
}
