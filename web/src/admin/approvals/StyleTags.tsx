import { Badge } from '@mantine/core'
import { adminCopy } from '@/copy/admin'
import classes from './Approvals.module.css'

export function StyleTags({ styles }: { styles: readonly string[] }) {
  if (styles.length === 0) return adminCopy.notProvided
  return (
    <span className={classes.tags}>
      {styles.map((style) => (
        <Badge key={style} variant="light" tt="none">
          {style}
        </Badge>
      ))}
    </span>
  )
}
