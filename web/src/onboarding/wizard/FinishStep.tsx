import { Button } from '@mantine/core'
import { wizardCopy } from '@/copy/wizard'
import { formatMoney } from '@/lib/money'
import { AGE_GROUPS } from '@/lib/teacherOptions'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { classesPerWeek, hoursSchema } from '@/ui/hours/hoursSchema'
import type { WizardValues } from './values'
import classes from './Wizard.module.css'

const { basic, experience, pricing, finish: copy, steps, notProvided } = wizardCopy

interface FinishStepProps {
  values: WizardValues
  email: string
  onEdit: (step: number) => void
}

/** Review of all answers before submitting. */
export function FinishStep({ values, email, onEdit }: FinishStepProps) {
  const sections = [
    basicItems(values, email),
    experienceItems(values),
    hoursItems(values),
    pricingItems(values),
  ]
  return (
    <>
      <p className={classes.hint}>{copy.review}</p>
      {sections.map((items, step) => (
        <section key={steps[step]} aria-labelledby={`review-${step}`}>
          <div className={classes.reviewHead}>
            <h3 id={`review-${step}`} className={classes.heading}>
              {steps[step]}
            </h3>
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={copy.edit(steps[step] ?? '')}
              onClick={() => onEdit(step)}
            >
              {copy.change}
            </Button>
          </div>
          <DescriptionList items={items} />
        </section>
      ))}
      <p className={classes.pending}>{copy.pending}</p>
    </>
  )
}

function toItem(label: string, text: string): DescriptionItem {
  return { label: label.replace(' (optional)', ''), value: <FreeText text={text} /> }
}

/** Text in any language; the browser detects its direction. */
function FreeText({ text }: { text: string }) {
  return (
    <span dir="auto" className={classes.prose}>
      {text || notProvided}
    </span>
  )
}

function basicItems(values: WizardValues, email: string): DescriptionItem[] {
  const styles = values.styles.filter(({ style }) => style).map(({ style, level }) => `${style} (${level})`)
  return [
    toItem(basic.firstName, values.firstName),
    toItem(basic.lastName, values.lastName),
    toItem(basic.email, email),
    toItem(basic.country, values.country),
    toItem(basic.styles, styles.join(', ')),
    toItem(basic.phone, values.phone),
  ]
}

function experienceItems(values: WizardValues): DescriptionItem[] {
  const ages = AGE_GROUPS.filter(({ value }) => values.studentAges.includes(value)).map(({ label }) => label)
  const highlights = values.highlights.map(({ text }) => text.trim()).filter(Boolean)
  return [
    toItem(experience.bio, values.bio.trim()),
    toItem(experience.education, values.danceEducation.trim()),
    toItem(experience.guru, values.guru.trim()),
    toItem(experience.experience, values.experience.trim()),
    toItem(experience.years, values.yearsTeaching),
    toItem(experience.ages, ages.join(', ')),
    toItem(experience.highlights, highlights.join('\n')),
    toItem(experience.video, values.performanceVideoLink.trim()),
    toItem(experience.instagram, values.instagram.trim()),
  ]
}

function hoursItems({ hours }: WizardValues): DescriptionItem[] {
  const count = classesPerWeek(hours?.rows ?? [])
  const isInvalid = (hours?.rows.length ?? 0) > 0 && !hoursSchema.safeParse(hours).success
  const summary = isInvalid ? copy.wrongHours : count > 0 ? copy.hours(count) : copy.noHours
  return [toItem(steps[2], summary)]
}

function pricingItems(values: WizardValues): DescriptionItem[] {
  const money = (rate: number | string, currency: string) =>
    typeof rate === 'number' ? formatMoney(rate, currency) : ''
  return [
    toItem(pricing.usd, money(values.usdRate, 'USD')),
    toItem(pricing.inr, money(values.inrRate, 'INR')),
    toItem(pricing.meetingLink, values.googleMeetLink.trim()),
    toItem(pricing.help, values.helpVideoLink.trim()),
    toItem(pricing.notes, values.notes.trim()),
  ]
}
