import { Button } from '@mantine/core'
import { hoursCopy as copy } from '@/copy/hours'
import { displayZone, isSameZone, zoneCity } from '@/lib/time'
import classes from './Hours.module.css'

interface LocalTimeZoneHintProps {
  selected: string
  onUse: (zone: string) => void
}

/** Offers the device's zone if it differs from the selected one. Hours default to India's zone (SPEC §3). */
export function LocalTimeZoneHint({ selected, onUse }: LocalTimeZoneHintProps) {
  const browserTimeZone = displayZone()
  if (browserTimeZone === 'UTC' || isSameZone(browserTimeZone, selected)) return null
  return (
    <div className={classes.localTimeZone}>
      <span>{copy.localZone(zoneCity(browserTimeZone))}</span>
      <Button variant="default" onClick={() => onUse(browserTimeZone)}>
        {copy.switchToLocalZone(zoneCity(browserTimeZone))}
      </Button>
    </div>
  )
}
