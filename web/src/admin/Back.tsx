import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import classes from './Admin.module.css'
import sheet from './Sheet.module.css'

/** The way from one of them to all of them. */
export function Back({ href, children }: { href: string; children: string }) {
  return (
    <p className={classes.back}>
      <Anchor href={href} className={sheet.back} inherit underline="always" c="var(--brand)">
        <IconArrowLeft size={18} aria-hidden />
        {children}
      </Anchor>
    </p>
  )
}
