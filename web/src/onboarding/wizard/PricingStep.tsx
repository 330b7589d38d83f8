import { Anchor, NumberInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { commissionCopy } from '@/copy/commission'
import { wizardCopy } from '@/copy/wizard'
import { normalizeMeetingLink } from '@/lib/meetingLink'
import { CommissionTable } from '@/ui/CommissionTable'
import { LIMITS } from './errors'
import type { WizardValues } from './values'
import classes from './Wizard.module.css'

const copy = wizardCopy.pricing

export function PricingStep({ form }: { form: UseFormReturnType<WizardValues> }) {
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label={copy.usd}
          description={copy.usdHint}
          prefix="$"
          step={1}
          decimalScale={2}
          allowNegative={false}
          withAsterisk
          {...form.getInputProps('usdRate')}
        />
        <NumberInput
          label={copy.inr}
          description={copy.inrHint}
          prefix="₹"
          step={50}
          allowDecimal={false}
          allowNegative={false}
          withAsterisk
          {...form.getInputProps('inrRate')}
        />
      </div>
      <p className={classes.hint}>{copy.lock}</p>
      <TextInput
        label={copy.meetingLink}
        description={copy.meetingHint}
        type="url"
        autoCapitalize="none"
        spellCheck={false}
        withAsterisk
        {...form.getInputProps('googleMeetLink')}
        onBlur={() => form.setFieldValue('googleMeetLink', (typed) => normalizeMeetingLink(typed) ?? typed)}
      />
      <MeetingHelp link={normalizeMeetingLink(form.values.googleMeetLink)} />
      <TextInput
        label={copy.help}
        description={copy.helpHint}
        type="url"
        maxLength={LIMITS.link}
        {...form.getInputProps('helpVideoLink')}
      />
      <Textarea
        label={copy.notes}
        description={copy.notesHint}
        autosize
        minRows={2}
        dir="auto"
        {...form.getInputProps('notes')}
      />
      <aside className={classes.commission} aria-labelledby="commission">
        <h3 id="commission" className={classes.heading}>
          {commissionCopy.title}
        </h3>
        <p className={classes.hint}>{commissionCopy.lead}</p>
        <CommissionTable />
      </aside>
    </>
  )
}

/** How to get a meeting link, and a test of the one that was entered. */
function MeetingHelp({ link }: { link: string | null }) {
  return (
    <div className={classes.meetingHelp}>
      {link && (
        <Anchor href={link} target="_blank" rel="noreferrer" underline="always" c="var(--brand)" inherit>
          {copy.meetingTest}
        </Anchor>
      )}
      <details>
        <summary>{copy.meetingHelp}</summary>
        <ol>
          {copy.meetingSteps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </details>
    </div>
  )
}
