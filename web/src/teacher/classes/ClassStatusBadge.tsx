import { Badge } from '@mantine/core'
import { teacherClassesCopy as copy } from '@/copy/teacherClasses'

interface ClassStatusBadgeProps {
  status: string
  noShow?: boolean
}

/** Green when completed, struck through when cancelled, blue otherwise, as in the student area. */
export function ClassStatusBadge({ status, noShow = false }: ClassStatusBadgeProps) {
  const label = copy.status[status] ?? status
  const cancelled = status === 'cancelled'
  return (
    <Badge
      color={status === 'completed' ? 'green' : 'blue'}
      variant={cancelled ? 'outline' : 'light'}
      tt="none"
      {...(cancelled ? { td: 'line-through' } : {})}
    >
      {noShow ? `${label} · ${copy.noShow}` : label}
    </Badge>
  )
}
