import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { studentCopy } from '@/copy/student'

interface DayNavigationProps {
  /** False on the first page, which starts today. */
  canGoBack: boolean
  /** False on the last page, which ends with the booking window. */
  canGoForward?: boolean
  onPage: (direction: 1 | -1) => void
}

const copy = studentCopy.slots

/** Buttons to page the shown days by five. */
export function DayNavigation({ canGoBack, canGoForward = true, onPage }: DayNavigationProps) {
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size={40}
        radius="xl"
        aria-label={copy.earlier}
        disabled={!canGoBack}
        onClick={() => onPage(-1)}
      >
        <IconChevronLeft size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={40}
        radius="xl"
        aria-label={copy.later}
        disabled={!canGoForward}
        onClick={() => onPage(1)}
      >
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
