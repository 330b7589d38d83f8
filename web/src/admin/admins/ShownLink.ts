/** A link that is shown once, to be passed on to an administrator. */
export type ShownLink =
  | { kind: 'authenticator'; name: string; link: string }
  | { kind: 'activation'; name: string; link: string; expiresAt: string }
