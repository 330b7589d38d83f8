import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

interface TextLinkProps {
  href: string
  /** Opens beside the page, for addresses outside of it. */
  outside?: boolean
  children: ReactNode
}

/** A link within words: underlined, so that it is not known by its colour alone. */
export function TextLink({ href, outside = false, children }: TextLinkProps) {
  return (
    <Anchor
      href={href}
      inherit
      underline="always"
      c="var(--brand)"
      {...(outside ? { target: '_blank', rel: 'noreferrer' } : {})}
    >
      {children}
    </Anchor>
  )
}
