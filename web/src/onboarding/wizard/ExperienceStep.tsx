import { Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { wizardCopy } from '@/copy/wizard'
import { charCount } from '@/lib/charCount'
import { AGE_GROUPS, capitalize, YEARS_TEACHING } from '@/lib/teacherOptions'
import { rowActionProps } from '@/ui/domPosition'
import { IconButton } from '@/ui/IconButton'
import { LIMITS } from './errors'
import { newHighlight, type WizardValues } from './values'
import classes from './Wizard.module.css'

const copy = wizardCopy.experience

type Form = UseFormReturnType<WizardValues>

export function ExperienceStep({ form }: { form: Form }) {
  const textField = (field: 'danceEducation' | 'guru' | 'experience', label: string) => (
    <Textarea label={label} autosize minRows={2} dir="auto" withAsterisk {...form.getInputProps(field)} />
  )
  return (
    <>
      <Textarea
        label={copy.bio}
        description={copy.bioHint(charCount(form.values.bio))}
        autosize
        minRows={5}
        dir="auto"
        withAsterisk
        {...form.getInputProps('bio')}
      />
      {textField('danceEducation', copy.education)}
      {textField('guru', copy.guru)}
      {textField('experience', copy.experience)}
      <div className={classes.pair}>
        <Select
          label={copy.years}
          data={[...YEARS_TEACHING]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('yearsTeaching')}
          value={form.values.yearsTeaching || null}
        />
        <MultiSelect
          label={copy.ages}
          data={AGE_GROUPS.map(({ value, label }) => ({ value, label: capitalize(label) }))}
          withAsterisk
          hidePickedOptions
          {...form.getInputProps('studentAges')}
        />
      </div>
      <HighlightList form={form} />
      <div className={classes.pair}>
        <TextInput
          label={copy.video}
          description={copy.videoHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="url"
          maxLength={LIMITS.link}
          {...form.getInputProps('performanceVideoLink')}
        />
        <TextInput
          label={copy.instagram}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LIMITS.link}
          {...form.getInputProps('instagram')}
        />
      </div>
    </>
  )
}

function HighlightList({ form }: { form: Form }) {
  const { highlights } = form.values
  const add = () => {
    form.insertListItem('highlights', newHighlight())
    requestAnimationFrame(() => document.getElementById(`highlight-${highlights.length}`)?.focus())
  }
  return (
    <section aria-labelledby="highlights">
      <h3 id="highlights" className={classes.heading}>
        {copy.highlights}
      </h3>
      <p className={classes.hint}>{copy.highlightsHint}</p>
      {highlights.map((row, index) => (
        <div key={row.key} className={classes.highlight}>
          <TextInput
            id={`highlight-${index}`}
            aria-label={copy.highlight(index + 1)}
            maxLength={LIMITS.highlight}
            dir="auto"
            {...form.getInputProps(`highlights.${index}.text`)}
          />
          <IconButton
            {...rowActionProps}
            label={copy.removeHighlight(index + 1)}
            onClick={() => form.removeListItem('highlights', index)}
          >
            <IconTrash size={20} stroke={1.7} />
          </IconButton>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} />}
        disabled={highlights.length >= LIMITS.highlights}
        onClick={add}
      >
        {copy.addHighlight}
      </Button>
    </section>
  )
}
