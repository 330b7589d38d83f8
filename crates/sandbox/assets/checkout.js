/**
 * The sandbox's own stand-in for Razorpay's checkout script: the same `Razorpay` to the page that loads it, and a frame
 * of the sandbox behind it. No line of the real script is in here.
 */
;(() => {
  'use strict'

  const currencies = '__CURRENCIES__'
  const fallback = '__BASE__'
  const own = document.currentScript && document.currentScript.src
  const base = own && own.includes('/checkout.js') ? own.slice(0, own.lastIndexOf('/checkout.js')) : fallback
  const origin = new URL(base, location.href).origin
  const MARK = 'razorpay-sandbox'
  const HANDLER_AFTER_MS = 200
  const LONGEST_NOTE = 254

  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

  /** The real script complains twice: to the person and to the program. */
  function refuse(message) {
    if (typeof window.alert === 'function') window.alert(message)
    throw new Error(message)
  }

  function check(options) {
    if (!isObject(options)) refuse('Invalid options')
    if (!options.key) refuse('No key passed')
    if (!options.order_id) refuse('No order_id passed: the sandbox takes payments for orders only')
    if (options.currency !== undefined && !currencies.includes(options.currency)) {
      refuse('The provided currency is not currently supported')
    }
    if (options.amount !== undefined && !Number.isInteger(Number(options.amount))) refuse('Invalid amount')
    if (options.handler !== undefined && typeof options.handler !== 'function') refuse('Invalid handler')
  }

  function shortened(notes) {
    const short = {}
    for (const [name, value] of Object.entries(isObject(notes) ? notes : {})) {
      short[name] = typeof value === 'string' ? value.slice(0, LONGEST_NOTE) : value
    }
    return short
  }

  /** What the sheet may know: no functions, nothing that it does not show. */
  function forSheet(options) {
    const modal = isObject(options.modal) ? options.modal : {}
    const plain = {
      name: options.name,
      description: options.description,
      image: options.image,
      amount: options.amount,
      prefill: options.prefill,
      notes: shortened(options.notes),
      theme: options.theme,
      readonly: options.readonly,
      hidden: options.hidden,
      escape: modal.escape !== false,
      confirmClose: modal.confirm_close === true,
      retry: !(options.retry === false || (isObject(options.retry) && options.retry.enabled === false)),
    }
    return JSON.parse(JSON.stringify(plain))
  }

  /** Sends the browser to the shop with a form, as `redirect: true` wants it. */
  function sendForm(url, fields) {
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
    #shown = null

    constructor(options) {
      check(options)
      this.#options = options
    }

    on(event, listener) {
      if (typeof event !== 'string' || typeof listener !== 'function') return this
      this.#listeners.set(event, [...(this.#listeners.get(event) || []), listener])
      return this
    }

    open() {
      if (this.#shown) return this
      const { backdrop, frame } = this.#draw()
      const listen = (message) => this.#hear(message)
      const previous = { focus: document.activeElement, overflow: document.documentElement.style.overflow }
      this.#shown = { backdrop, frame, listen, previous, timer: 0 }
      window.addEventListener('message', listen)
      document.documentElement.style.overflow = 'hidden'
      document.body.append(backdrop)
      frame.focus()
      const seconds = Number(this.#options.timeout)
      if (seconds > 0) this.#shown.timer = setTimeout(() => this.#dismiss('timeout'), seconds * 1000)
      return this
    }

    close() {
      this.#dismiss(undefined)
      return this
    }

    #draw() {
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

    #hear(message) {
      const { frame } = this.#shown || {}
      const isOurs = frame && message.origin === origin && message.source === frame.contentWindow
      if (!isOurs || !isObject(message.data) || message.data.from !== MARK) return
      const { type, data } = message.data
      if (type === 'ready') {
        frame.contentWindow.postMessage({ to: MARK, options: forSheet(this.#options) }, origin)
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
        if (url && redirect) sendForm(url, response)
        else if (handler) handler.call(this, response)
        else if (url) sendForm(url, response)
      }, HANDLER_AFTER_MS)
    }

    /** The sheet stays: the customer may try again, and a success may follow. */
    #fail(data) {
      this.#emit('payment.error', data)
      this.#emit('payment.failed', data)
      const { callback_url: url, redirect } = this.#options
      if (url && redirect) {
        const { metadata, ...error } = data.error
        const fields = { 'error[metadata]': metadata }
        for (const [name, value] of Object.entries(error)) fields[`error[${name}]`] = value
        this.#remove()
        sendForm(url, fields)
      } else if (!forSheet(this.#options).retry) this.#dismiss(undefined)
    }

    #dismiss(reason) {
      if (!this.#shown) return
      this.#remove()
      const { ondismiss } = isObject(this.#options.modal) ? this.#options.modal : {}
      if (typeof ondismiss === 'function') setTimeout(() => ondismiss(reason))
    }

    #remove() {
      const { backdrop, listen, previous, timer } = this.#shown
      this.#shown = null
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
