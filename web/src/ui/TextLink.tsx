import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

interface TextLinkProps {
  href: string
  /** Opens in a new tab, for other sites. */
  external?: boolean
  children: ReactNode
}

/** A link within text, underlined so that it does not depend on colour alone. */
export function TextLink({ href, external = false, children }: TextLinkProps) {
  return (
    <Anchor
      href={href}
      inherit
      underline="always"
      c="var(--brand)"
      {...(external ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {children}
    </Anchor>
  )
}
