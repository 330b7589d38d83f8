/* Conveniences of the sign-in pages. Every page works without them. */
'use strict'

const EYE =
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 12s3.6-7 10-7 10 7 10 7-3.6 7-10 7S2 12 2 12z"/><circle cx="12" cy="12" r="3"/><path class="slash" d="M4 20 20 4"/></svg>'

for (const input of document.querySelectorAll('input[data-show]')) addPasswordToggle(input)
for (const button of document.querySelectorAll('button[data-wait]')) addCountdown(button)
for (const form of document.querySelectorAll('form.autosubmit')) submitWithLastDigit(form)
for (const form of document.querySelectorAll('form[method=post]')) submitOnce(form)
for (const input of document.querySelectorAll('input[type=text], input[type=email]')) trimWhenLeft(input)

/** Trims the text when the field is left, and what was typed before this script had loaded. */
function trimWhenLeft(input) {
  const trim = () => {
    if (input.value !== input.value.trim()) input.value = input.value.trim()
  }
  input.addEventListener('blur', trim)
  if (input !== document.activeElement) trim()
}

/** A button that shows the password as text, and hides it before it is submitted. */
function addPasswordToggle(input) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'eye'
  button.innerHTML = EYE
  const label = button.appendChild(document.createElement('span'))
  label.className = 'visually-hidden'
  const show = (isShown) => {
    input.type = isShown ? 'text' : 'password'
    label.textContent = isShown ? input.dataset.hide : input.dataset.show
    button.title = label.textContent
    button.classList.toggle('on', isShown)
  }
  show(false)
  button.addEventListener('click', () => {
    show(input.type === 'password')
    input.focus()
  })
  // Password managers recognize the field by its type.
  input.form?.addEventListener('submit', () => show(false))
  input.parentElement.classList.add('with-eye')
  input.after(button)
}

/** Disables the button for a new code until the first one has had time to arrive. */
function addCountdown(button) {
  const text = button.textContent
  const end = Date.now() + Number(button.dataset.wait) * 1000
  const update = () => {
    const seconds = Math.ceil((end - Date.now()) / 1000)
    button.disabled = seconds > 0
    button.textContent = seconds > 0 ? button.dataset.waiting.replace('{}', seconds) : text
    if (seconds > 0) setTimeout(update, 250)
  }
  update()
}

/** Submits the form when its code has six digits, once, so that a rejected code can be corrected. */
function submitWithLastDigit(form) {
  const input = form.querySelector('input.code')
  let last = input.value
  input.addEventListener('input', () => {
    const digits = input.value.replace(/[\s-]/g, '')
    if (/^\d{6}$/.test(digits) && digits !== last) form.requestSubmit()
    last = digits
  })
}

/** Ignores a second submission while the first one is answered: it would discard the answer. */
function submitOnce(form) {
  let isSubmitted = false
  form.addEventListener('submit', (event) => {
    if (isSubmitted) event.preventDefault()
    isSubmitted = true
  })
  // The page is shown again from the browser's cache.
  addEventListener('pageshow', () => {
    isSubmitted = false
  })
}
