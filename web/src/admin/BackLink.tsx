import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import classes from './Admin.module.css'
import table from './DataTable.module.css'

/** Link from a detail page to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <p className={classes.back}>
      <Anchor href={href} className={table.back} inherit underline="always" c="var(--brand)">
        <IconArrowLeft size={18} aria-hidden />
        {children}
      </Anchor>
    </p>
  )
}
