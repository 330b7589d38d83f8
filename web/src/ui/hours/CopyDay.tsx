import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { hoursCopy as copy } from '@/copy/hours'
import { IconAction } from '@/ui/IconAction'

interface CopyDayProps {
  day: string
  onCopy: (to: string[]) => void
}

/** From Monday on. */
const ORDER = ['1', '2', '3', '4', '5', '6', '0']

/** Gives other days the hours of this one. */
export function CopyDay({ day, onCopy }: CopyDayProps) {
  const [opened, setOpened] = useState(false)
  const [chosen, setChosen] = useState<string[]>([])
  const name = copy.days[Number(day)] ?? ''
  const apply = () => {
    onCopy(chosen)
    setOpened(false)
    setChosen([])
  }
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <IconAction label={copy.copyDay(name)} onClick={() => setOpened(!opened)}>
          <IconCopy size={20} stroke={1.7} />
        </IconAction>
      </Popover.Target>
      <Popover.Dropdown aria-label={copy.copyDay(name)}>
        <Checkbox.Group label={copy.copyTo} value={chosen} onChange={setChosen}>
          <Stack gap="xs" my="sm">
            {ORDER.filter((other) => other !== day).map((other) => (
              <Checkbox key={other} value={other} label={copy.days[Number(other)]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Button fullWidth disabled={chosen.length === 0} onClick={apply}>
          {copy.copyApply}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
