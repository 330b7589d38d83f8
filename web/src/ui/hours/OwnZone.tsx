import { Button } from '@mantine/core'
import { hoursCopy as copy } from '@/copy/hours'
import { browserZone, sameZone, zoneCity } from '@/lib/time'
import classes from './Hours.module.css'

interface OwnZoneProps {
  chosen: string
  onUse: (zone: string) => void
}

/** The hours begin in India's zone (SPEC §3): a device that is elsewhere says so, and its zone is one press away. */
export function OwnZone({ chosen, onUse }: OwnZoneProps) {
  const own = browserZone()
  if (own === 'UTC' || sameZone(own, chosen)) return null
  return (
    <div className={classes.ownZone}>
      <span>{copy.ownZone(zoneCity(own))}</span>
      <Button variant="default" onClick={() => onUse(own)}>
        {copy.takeOwnZone(zoneCity(own))}
      </Button>
    </div>
  )
}
