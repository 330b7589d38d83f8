import { Button } from '@mantine/core'
import { TermsStatement } from '@/account/TermsStatement'
import { hoursCopy } from '@/copy/hours'
import { wizardCopy } from '@/copy/wizard'
import { formatClockTime } from '@/lib/clockTime'
import { formatMoney } from '@/lib/money'
import { AGE_GROUPS, capitalize } from '@/lib/teacherOptions'
import { nowIso, zoneLabel } from '@/lib/time'
import { type DescriptionItem, DescriptionList } from '@/ui/DescriptionList'
import { type HoursValues, sortRows, WEEKDAYS } from '@/ui/hours/hoursForm'
import { classesPerWeek, hoursSchema } from '@/ui/hours/hoursSchema'
import { styleName, type WizardValues } from './values'
import classes from './Wizard.module.css'

const { basic, experience, pricing, finish: copy, steps, notProvided } = wizardCopy

interface FinishStepProps {
  values: WizardValues
  email: string
  onEdit: (step: number) => void
}

/** Review of all answers before submitting. */
export function FinishStep({ values, email, onEdit }: FinishStepProps) {
  return (
    <>
      <p className={classes.hint}>{copy.review}</p>
      <Answers values={values} email={email} onEdit={onEdit} />
      <p className={classes.pending}>{copy.pending}</p>
      <TermsStatement sentence={copy.terms} />
    </>
  )
}

interface AnswersProps {
  values: WizardValues
  email: string
  /** Adds a button to each step. */
  onEdit?: (step: number) => void
}

/** All answers by step. */
export function Answers({ values, email, onEdit }: AnswersProps) {
  const sections = [
    basicItems(values, email),
    experienceItems(values),
    hoursItems(values),
    pricingItems(values),
  ]
  return (
    <>
      {sections.map((items, step) => (
        <section key={steps[step]} aria-labelledby={`review-${step}`}>
          <div className={classes.reviewHead}>
            <h3 id={`review-${step}`} className={classes.heading}>
              {steps[step]}
            </h3>
            {onEdit && (
              <Button
                variant="subtle"
                size="compact-md"
                aria-label={copy.edit(steps[step] ?? '')}
                onClick={() => onEdit(step)}
              >
                {copy.change}
              </Button>
            )}
          </div>
          <DescriptionList items={items} />
        </section>
      ))}
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
  const styles = values.styles
    .filter(({ style }) => style)
    .map((row) => `${capitalize(styleName(row))} (${row.level})`)
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
  const ages = AGE_GROUPS.filter(({ value }) => values.studentAges.includes(value)).map(({ label }) =>
    capitalize(label),
  )
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
  if (isInvalid) return [toItem(steps[2], copy.wrongHours)]
  if (!hours || count === 0) return [toItem(steps[2], copy.noHours)]
  return [
    toItem(copy.zone, zoneLabel(hours.timeZone, nowIso())),
    toItem(copy.hoursPerWeek, `${copy.hours(count)}\n${weekLines(hours).join('\n')}`),
  ]
}

/** `Monday: 7:00 am to 11:00 am, 5:00 pm to 8:30 pm`, a line for each day with hours. */
function weekLines({ rows }: HoursValues): string[] {
  return WEEKDAYS.flatMap((day) => {
    const ranges = sortRows(rows)
      .filter((row) => row.day === day)
      .map(({ start, end }) => `${formatClockTime(start)} ${hoursCopy.until} ${formatClockTime(end)}`)
    return ranges.length > 0 ? [`${hoursCopy.days[Number(day)]}: ${ranges.join(', ')}`] : []
  })
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
