import { Button } from '@mantine/core'
import { joiningCopy } from '@/copy/joining'
import { onboardingCopy } from '@/copy/onboarding'
import { type Place, placeOf } from '@/lib/place'
import { browserZone, zoneCity } from '@/lib/time'
import classes from './StudentForm.module.css'

const copy = onboardingCopy.student

interface OwnPlaceProps {
  chosen: Place
  onChoose: (place: Place) => void
}

/** The form begins in India (SPEC §2): a device that is elsewhere says so, and its place is one press away. */
export function OwnPlace({ chosen, onChoose }: OwnPlaceProps) {
  const zone = browserZone()
  const own = placeOf(zone)
  if (chosen !== 'India' || !own || own === chosen) return null
  return (
    <div className={classes.ownPlace}>
      <span>{copy.ownZone(zoneCity(zone))}</span>
      <Button variant="default" onClick={() => onChoose(own)}>
        {copy.choosePlace(joiningCopy.locations[own])}
      </Button>
    </div>
  )
}
