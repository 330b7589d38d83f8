/**
 * Back closes a dialog: while dialogs are open, one extra history entry with the same URL lies on
 * top, marked in its state. The router does not see it, because listeners of the capture phase run
 * first.
 */

import { isLeaving } from '@/lib/leaving'

interface OpenDialog {
  close: () => void
}

const openDialogs: OpenDialog[] = []
/** The page that the entry belongs to. */
let entryHref = ''
let isListening = false
/** Our own `history.back()` is under way. */
let isRemovingEntry = false

interface DialogState {
  dialogEntry?: true
}

function isDialogEntry(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && (state as DialogState).dialogEntry === true
}

/** Adds the entry unless it is on top already. Not through the router's patched `pushState`. */
function addEntry(): void {
  if (isRemovingEntry || isDialogEntry()) return
  entryHref = window.location.href
  const state = { ...(window.history.state as object | null), dialogEntry: true }
  History.prototype.pushState.call(window.history, state, '')
}

/**
 * Removes the entry after all dialogs have closed, unless a navigation has covered it or the page is
 * being left.
 */
function removeEntryLater(): void {
  setTimeout(() => {
    if (openDialogs.length > 0 || isRemovingEntry || isLeaving() || !isDialogEntry()) return
    isRemovingEntry = true
    window.history.back()
  })
}

function handlePopState(event: PopStateEvent): void {
  if (isRemovingEntry) {
    isRemovingEntry = false
    event.stopImmediatePropagation()
    if (openDialogs.length > 0) addEntry()
    return
  }
  const top = openDialogs.at(-1)
  // Another URL is a navigation, which the router handles.
  if (!top || isDialogEntry() || window.location.href !== entryHref) return
  event.stopImmediatePropagation()
  top.close()
  // Another dialog is still open, or this one refused to close because it is busy.
  setTimeout(() => {
    if (openDialogs.length > 0) addEntry()
  })
}

/** Registers an open dialog; returns a function that unregisters it. */
export function openDialogEntry(close: () => void): () => void {
  if (!isListening) {
    window.addEventListener('popstate', handlePopState, { capture: true })
    isListening = true
  }
  const dialog = { close }
  openDialogs.push(dialog)
  addEntry()
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    removeEntryLater()
  }
}

/**
 * For a link to a section inside a dialog: replaces the dialog's entry, so that Back from the
 * section does not stop at it.
 */
export function followLinkInDialog(event: { preventDefault: () => void }, href: string): void {
  if (!href.startsWith('#') || !isDialogEntry()) return
  event.preventDefault()
  window.location.replace(href)
}
