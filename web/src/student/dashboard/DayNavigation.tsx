import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { studentCopy } from '@/copy/student'

interface DayNavigationProps {
  /** There is nothing before today. */
  canGoBack: boolean
  onPage: (direction: 1 | -1) => void
}

const copy = studentCopy.slots

/** Turns the five days on view back or forward by five. */
export function DayNavigation({ canGoBack, onPage }: DayNavigationProps) {
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
      <ActionIcon variant="default" size={40} radius="xl" aria-label={copy.later} onClick={() => onPage(1)}>
        <IconChevronRight size={20} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
