/**
 * Replaces Razorpay's checkout script: the same `Razorpay` class, with the sandbox's payment form in an iframe. Contains
 * no code of the original script.
 */
;(() => {
  'use strict'

  const currencies = '__CURRENCIES__'
  const fallback = '__BASE__'
  const scriptUrl = document.currentScript && document.currentScript.src
  const base =
    scriptUrl && scriptUrl.includes('/checkout.js') ? scriptUrl.slice(0, scriptUrl.lastIndexOf('/checkout.js')) : fallback
  const origin = new URL(base, location.href).origin
  const MARK = 'razorpay-sandbox'
  const HANDLER_DELAY_MS = 200
  const MAX_NOTE_LENGTH = 254

  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

  /** Reports invalid options like the original script: with an alert and an exception. */
  function reject(message) {
    if (typeof window.alert === 'function') window.alert(message)
    throw new Error(message)
  }

  function validate(options) {
    if (!isObject(options)) reject('Invalid options')
    if (!options.key) reject('No key passed')
    if (!options.order_id) reject('No order_id passed: the sandbox takes payments for orders only')
    if (options.currency !== undefined && !currencies.includes(options.currency)) {
      reject('The provided currency is not currently supported')
    }
    if (options.amount !== undefined && !Number.isInteger(Number(options.amount))) reject('Invalid amount')
    if (options.handler !== undefined && typeof options.handler !== 'function') reject('Invalid handler')
  }

  function truncateNotes(notes) {
    const truncated = {}
    for (const [name, value] of Object.entries(isObject(notes) ? notes : {})) {
      truncated[name] = typeof value === 'string' ? value.slice(0, MAX_NOTE_LENGTH) : value
    }
    return truncated
  }

  /** The options that the payment form needs, without functions. */
  function formOptions(options) {
    const modal = isObject(options.modal) ? options.modal : {}
    const plain = {
      name: options.name,
      description: options.description,
      image: options.image,
      amount: options.amount,
      prefill: options.prefill,
      notes: truncateNotes(options.notes),
      theme: options.theme,
      readonly: options.readonly,
      hidden: options.hidden,
      escape: modal.escape !== false,
      confirmClose: modal.confirm_close === true,
      retry: !(options.retry === false || (isObject(options.retry) && options.retry.enabled === false)),
    }
    return JSON.parse(JSON.stringify(plain))
  }

  /** Navigates to the shop with a form submission (`redirect: true`). */
  function submitForm(url, fields) {
    const form = document.createElement('form')
    form.method = 'post'
    form.action = url
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = name
      input.value = typeof value === 'string' ? value : JSON.stringify(value)
      form.append(input)
    }
    document.body.append(form)
    form.submit()
  }

  class Razorpay {
    #options
    #listeners = new Map()
    #view = null

    constructor(options) {
      validate(options)
      this.#options = options
    }

    on(event, listener) {
      if (typeof event !== 'string' || typeof listener !== 'function') return this
      this.#listeners.set(event, [...(this.#listeners.get(event) || []), listener])
      return this
    }

    open() {
      if (this.#view) return this
      const { backdrop, frame } = this.#createFrame()
      const listen = (message) => this.#handleMessage(message)
      const previous = { focus: document.activeElement, overflow: document.documentElement.style.overflow }
      this.#view = { backdrop, frame, listen, previous, timer: 0 }
      window.addEventListener('message', listen)
      document.documentElement.style.overflow = 'hidden'
      document.body.append(backdrop)
      frame.focus()
      const seconds = Number(this.#options.timeout)
      if (seconds > 0) this.#view.timer = setTimeout(() => this.#dismiss('timeout'), seconds * 1000)
      return this
    }

    close() {
      this.#dismiss(undefined)
      return this
    }

    #createFrame() {
      const backdrop = document.createElement('div')
      backdrop.className = 'razorpay-container'
      const theme = isObject(this.#options.theme) ? this.#options.theme : {}
      Object.assign(backdrop.style, { position: 'fixed', inset: '0', zIndex: '2147483647', background: 'rgba(0,0,0,.6)' })
      if (typeof theme.backdrop_color === 'string') backdrop.style.background = theme.backdrop_color
      const frame = document.createElement('iframe')
      frame.className = 'razorpay-checkout-frame'
      frame.title = 'Razorpay Checkout (sandbox)'
      frame.allow = 'payment'
      Object.assign(frame.style, { width: '100%', height: '100%', border: '0', colorScheme: 'auto', background: 'none' })
      const address = new URL(`${base}/pay/${encodeURIComponent(this.#options.order_id)}`, location.href)
      address.searchParams.set('key', this.#options.key)
      address.searchParams.set('origin', location.origin)
      frame.src = address.href
      backdrop.append(frame)
      return { backdrop, frame }
    }

    #handleMessage(message) {
      const { frame } = this.#view || {}
      const isFromForm = frame && message.origin === origin && message.source === frame.contentWindow
      if (!isFromForm || !isObject(message.data) || message.data.from !== MARK) return
      const { type, data } = message.data
      if (type === 'ready') {
        frame.contentWindow.postMessage({ to: MARK, options: formOptions(this.#options) }, origin)
        this.#emit('ready', {})
        this.#emit('render', {})
      } else if (type === 'submit') this.#emit('payment.submit', data)
      else if (type === 'failed') this.#fail(data)
      else if (type === 'paid') this.#succeed(data)
      else if (type === 'backdrop' && this.#options.modal && this.#options.modal.backdropclose) this.#dismiss(undefined)
      else if (type === 'dismiss') this.#dismiss(undefined)
    }

    #succeed(response) {
      this.#remove()
      setTimeout(() => {
        const { handler, callback_url: url, redirect } = this.#options
        if (url && redirect) submitForm(url, response)
        else if (handler) handler.call(this, response)
        else if (url) submitForm(url, response)
      }, HANDLER_DELAY_MS)
    }

    /** Keeps the payment form open for another attempt, unless retries are disabled. */
    #fail(data) {
      this.#emit('payment.error', data)
      this.#emit('payment.failed', data)
      const { callback_url: url, redirect } = this.#options
      if (url && redirect) {
        const { metadata, ...error } = data.error
        const fields = { 'error[metadata]': metadata }
        for (const [name, value] of Object.entries(error)) fields[`error[${name}]`] = value
        this.#remove()
        submitForm(url, fields)
      } else if (!formOptions(this.#options).retry) this.#dismiss(undefined)
    }

    #dismiss(reason) {
      if (!this.#view) return
      this.#remove()
      const { ondismiss } = isObject(this.#options.modal) ? this.#options.modal : {}
      if (typeof ondismiss === 'function') setTimeout(() => ondismiss(reason))
    }

    #remove() {
      const { backdrop, listen, previous, timer } = this.#view
      this.#view = null
      clearTimeout(timer)
      window.removeEventListener('message', listen)
      backdrop.remove()
      document.documentElement.style.overflow = previous.overflow
      if (previous.focus && typeof previous.focus.focus === 'function') previous.focus.focus()
    }

    #emit(event, data) {
      for (const listener of this.#listeners.get(event) || []) listener.call(this, data)
    }

    static open(options) {
      return new Razorpay(options).open()
    }
  }

  window.Razorpay = Razorpay
})()
