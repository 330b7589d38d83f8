import { Button, Checkbox, Group, Popover, Stack } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { IconButton } from '@/ui/IconButton'
import { WEEKDAYS } from './hoursForm'

interface CopyDayProps {
  day: string
  onCopy: (to: string[]) => void
}

const WORKDAYS = ['1', '2', '3', '4', '5']

/** Copies the hours of one day to other days. */
export function CopyDay({ day, onCopy }: CopyDayProps) {
  const [opened, setOpened] = useState(false)
  const [selected, setSelected] = useState<string[]>([])
  const name = copy.days[Number(day)] ?? ''
  const apply = (to: readonly string[]) => {
    onCopy(to.filter((other) => other !== day))
    setOpened(false)
    setSelected([])
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={copy.copyDay(name)} onClick={() => setOpened(!opened)}>
          <IconCopy size={20} stroke={1.7} />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={copy.copyDay(name)}>
        <Group gap="xs" mb="sm" grow>
          <Button variant="default" onClick={() => apply(WORKDAYS)}>
            {copy.copyWeekdays}
          </Button>
          <Button variant="default" onClick={() => apply(WEEKDAYS)}>
            {copy.copyAll}
          </Button>
        </Group>
        <Checkbox.Group label={copy.copyTo} value={selected} onChange={setSelected}>
          <Stack gap="xs" my="sm">
            {WEEKDAYS.filter((other) => other !== day).map((other) => (
              <Checkbox key={other} value={other} label={copy.days[Number(other)]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button fullWidth disabled={selected.length === 0} onClick={() => apply(selected)}>
          {copy.copyApply}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
