import { Anchor } from '@mantine/core'
import { teacherCopy } from '@/copy/teacher'
import { nowIso, zoneLabel } from '@/lib/time'
import classes from './Calendar.module.css'

const copy = teacherCopy.calendar
const CLASS_TYPES = ['Private', 'Group', 'Duet'] as const

interface CalendarLegendProps {
  zone: string
  /** Whether the view shows open hours. */
  hasHours: boolean
  /** City of another zone that the calendar can show. */
  other: string | null
  onOther: () => void
}

/** The colours of the calendar and its zone. */
export function CalendarLegend({ zone, hasHours, other, onOther }: CalendarLegendProps) {
  return (
    <p className={classes.legend}>
      {CLASS_TYPES.map((type) => (
        <span key={type} data-kind={type}>
          {type}
        </span>
      ))}
      {hasHours && <span data-kind="open">{copy.openHours}</span>}
      <span>
        {copy.clock(zoneLabel(zone, nowIso()))}{' '}
        {other && (
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            c="var(--brand)"
            onClick={onOther}
          >
            {copy.showIn(other)}
          </Anchor>
        )}
      </span>
    </p>
  )
}
