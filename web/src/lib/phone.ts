/** Whether the text is empty or may be a phone number: it has a digit. The server checks the rest. */
export function isPhoneOrEmpty(text: string): boolean {
  return text.trim() === '' || /\p{N}/u.test(text)
}
