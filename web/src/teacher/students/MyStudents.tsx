import { Anchor, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { studentsQuery } from '@/api/teacherPeople'
import type { TeacherStudent } from '@/api/teacherTypes'
import { studentsCopy as copy } from '@/copy/teacherClasses'
import { usePerson } from '@/session/useSession'
import { TeacherSectionTitle } from '@/teacher/TeacherSectionTitle'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { EmptyState } from '@/ui/EmptyState'
import { Pager, useCursorPages, usePageSize } from '@/ui/Pager'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import { ContactLinks } from './ContactLinks'
import classes from './Students.module.css'

const DEBOUNCE_MS = 300
const MAX_SEARCH_CHARS = 100

const columns: Column<TeacherStudent>[] = [
  {
    key: 'name',
    label: copy.columns.name,
    cell: ({ _id, name }) => (
      <Anchor href={`#students/${_id}`} inherit underline="always" c="var(--brand)">
        {name}
      </Anchor>
    ),
  },
  {
    key: 'email',
    label: copy.columns.email,
    cell: (student) => (
      <>
        {student.email && (
          <span className={classes.mail}>
            <TextLink href={`mailto:${student.email}`}>{student.email}</TextLink>
          </span>
        )}
        <ContactLinks student={student} />
      </>
    ),
  },
  {
    key: 'next',
    label: copy.columns.next,
    cell: ({ nextClass }) => (nextClass ? <DateTime instant={nextClass} /> : copy.noNext),
  },
  { key: 'credits', label: copy.columns.credits, numeric: true, cell: ({ credits }) => credits },
  { key: 'total', label: copy.columns.total, numeric: true, cell: ({ totalClasses }) => totalClasses },
  {
    key: 'upcoming',
    label: copy.columns.upcoming,
    numeric: true,
    cell: ({ upcomingClasses }) => upcomingClasses,
  },
  {
    key: 'last',
    label: copy.columns.last,
    cell: ({ lastClass }) => (lastClass ? <DateTime instant={lastClass} show="date" /> : copy.noLast),
  },
  {
    key: 'note',
    label: copy.columns.note,
    cell: ({ note }) => (
      <span dir="auto" className={classes.note}>
        {note}
      </span>
    ),
  },
]

/** My Students: a searchable list; a name links to the student's classes and notes. */
export function MyStudents() {
  const person = usePerson()
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const size = usePageSize()
  const pages = useCursorPages(`${search} ${size}`)
  const students = useQuery({
    ...studentsQuery(person.email, search, size, pages.after),
    placeholderData: keepPreviousData,
  })
  const hasNoStudents = students.data?.total === 0 && search === ''
  return (
    <>
      <TeacherSectionTitle title={copy.title} />
      {!hasNoStudents && (
        <TextInput
          className={classes.search}
          label={copy.search}
          placeholder={copy.searchHint}
          leftSection={<IconSearch size={18} aria-hidden />}
          type="search"
          maxLength={MAX_SEARCH_CHARS}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      <QueryBoundary query={students} loading={copy.loading} failed={copy.loadFailed} height={420}>
        {({ students: rows, total, next }) =>
          rows.length === 0 ? (
            search ? (
              <EmptyState title={copy.noneFound} hint={copy.noneFoundHint} />
            ) : (
              <EmptyState title={copy.empty} hint={copy.emptyHint} />
            )
          ) : (
            <>
              <DataList
                label={copy.title}
                columns={columns}
                rows={rows}
                rowKey={({ _id }) => _id}
                cardsOnTablet
              />
              <Pager label={copy.title} pages={pages} total={total} size={size} next={next} />
            </>
          )
        }
      </QueryBoundary>
    </>
  )
}
