import { Button } from '@mantine/core'
import { joiningCopy } from '@/copy/joining'
import { onboardingCopy } from '@/copy/onboarding'
import { type Country, countryOfZone } from '@/lib/country'
import { currencyFor } from '@/lib/currency'
import { deviceZone } from '@/lib/display'
import { zoneCity } from '@/lib/time'
import classes from './StudentForm.module.css'

const copy = onboardingCopy.student

interface LocalCountryHintProps {
  selected: Country
  onChoose: (country: Country) => void
}

/** Offers the device's country if its currency is not that of the default India (SPEC §2). */
export function LocalCountryHint({ selected, onChoose }: LocalCountryHintProps) {
  const zone = deviceZone()
  const localCountry = countryOfZone(zone)
  if (selected !== 'India' || !localCountry) return null
  const currency = currencyFor(localCountry, zone)
  if (currency === currencyFor(selected, zone)) return null
  return (
    <div className={classes.localCountry}>
      <span>{copy.ownZone(zoneCity(zone), joiningCopy.currencies[currency])}</span>
      <Button variant="default" onClick={() => onChoose(localCountry)}>
        {copy.choosePlace(joiningCopy.locations[localCountry])}
      </Button>
    </div>
  )
}
