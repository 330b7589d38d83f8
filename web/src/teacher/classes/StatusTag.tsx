import { Badge } from '@mantine/core'
import { teacherClassesCopy as copy } from '@/copy/teacherClasses'

interface StatusTagProps {
  status: string
  noShow?: boolean
}

/** Green when completed, struck through when cancelled, blue otherwise, as in the student's tables. */
export function StatusTag({ status, noShow = false }: StatusTagProps) {
  const words = copy.status[status] ?? status
  const cancelled = status === 'cancelled'
  return (
    <Badge
      color={status === 'completed' ? 'green' : 'blue'}
      variant={cancelled ? 'outline' : 'light'}
      tt="none"
      {...(cancelled ? { td: 'line-through' } : {})}
    >
      {noShow ? `${words} · ${copy.noShow}` : words}
    </Badge>
  )
}
