import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { activeClassesQuery } from '@/api/bookings'
import { studentCopy } from '@/copy/student'
import { SectionTitle } from '@/student/SectionTitle'
import { ClassList } from './ClassList'

const copy = studentCopy.classes

/** Classes neither completed nor cancelled, soonest first (D15). */
export function ActiveClasses({ onBook }: { onBook: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(activeClassesQuery())
  return (
    <>
      <SectionTitle title={copy.activeTitle}>{copy.activeTitle}</SectionTitle>
      <ClassList
        label={copy.activeTitle}
        rows={data}
        error={error}
        retrying={isFetching}
        onRetry={() => void refetch()}
        empty={{
          title: copy.activeEmpty,
          hint: copy.activeEmptyHint,
          action: <Button onClick={onBook}>{copy.book}</Button>,
        }}
      />
    </>
  )
}
