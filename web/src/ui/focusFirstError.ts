/** Brings the person to the first field that the form refuses, once it is marked. */
export function focusFirstError(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  })
}
