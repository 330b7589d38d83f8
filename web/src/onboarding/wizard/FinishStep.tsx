import { Button } from '@mantine/core'
import { wizardCopy } from '@/copy/wizard'
import { AGE_GROUPS } from '@/lib/dance'
import { formatMoney } from '@/lib/money'
import { type Fact, Facts } from '@/ui/Facts'
import { classesPerWeek, hoursSchema } from '@/ui/hours/hoursSchema'
import type { WizardValues } from './values'
import classes from './Wizard.module.css'

const { basic, experience, pricing, finish: copy, steps, notProvided } = wizardCopy

interface FinishStepProps {
  values: WizardValues
  email: string
  onEdit: (step: number) => void
}

/** All answers once more, and what happens next. */
export function FinishStep({ values, email, onEdit }: FinishStepProps) {
  const groups = [
    basicFacts(values, email),
    experienceFacts(values),
    hoursFacts(values),
    pricingFacts(values),
  ]
  return (
    <>
      <p className={classes.hint}>{copy.review}</p>
      {groups.map((facts, step) => (
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
          <Facts facts={facts} />
        </section>
      ))}
      <p className={classes.pending}>{copy.pending}</p>
    </>
  )
}

function fact(label: string, text: string): Fact {
  return { label: label.replace(' (optional)', ''), value: <Prose text={text} /> }
}

/** In whichever direction its language runs. */
function Prose({ text }: { text: string }) {
  return (
    <span dir="auto" className={classes.prose}>
      {text || notProvided}
    </span>
  )
}

function basicFacts(values: WizardValues, email: string): Fact[] {
  const styles = values.styles.filter(({ style }) => style).map(({ style, level }) => `${style} (${level})`)
  return [
    fact(basic.firstName, values.firstName),
    fact(basic.lastName, values.lastName),
    fact(basic.email, email),
    fact(basic.country, values.country),
    fact(basic.styles, styles.join(', ')),
    fact(basic.phone, values.phone),
  ]
}

function experienceFacts(values: WizardValues): Fact[] {
  const ages = AGE_GROUPS.filter(({ value }) => values.studentAges.includes(value)).map(({ label }) => label)
  const highlights = values.highlights.map(({ text }) => text.trim()).filter(Boolean)
  return [
    fact(experience.bio, values.bio.trim()),
    fact(experience.education, values.danceEducation.trim()),
    fact(experience.guru, values.guru.trim()),
    fact(experience.experience, values.experience.trim()),
    fact(experience.years, values.yearsTeaching),
    fact(experience.ages, ages.join(', ')),
    fact(experience.highlights, highlights.join('\n')),
    fact(experience.video, values.performanceVideoLink.trim()),
    fact(experience.instagram, values.instagram.trim()),
  ]
}

function hoursFacts({ hours }: WizardValues): Fact[] {
  const count = classesPerWeek(hours?.rows ?? [])
  const wrong = (hours?.rows.length ?? 0) > 0 && !hoursSchema.safeParse(hours).success
  const words = wrong ? copy.wrongHours : count > 0 ? copy.hours(count) : copy.noHours
  return [fact(steps[2], words)]
}

function pricingFacts(values: WizardValues): Fact[] {
  const money = (rate: number | string, currency: string) =>
    typeof rate === 'number' ? formatMoney(rate, currency) : ''
  return [
    fact(pricing.usd, money(values.usdRate, 'USD')),
    fact(pricing.inr, money(values.inrRate, 'INR')),
    fact(pricing.meetingLink, values.googleMeetLink.trim()),
    fact(pricing.help, values.helpVideoLink.trim()),
    fact(pricing.notes, values.notes.trim()),
  ]
}
