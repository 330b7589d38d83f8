import { Button, MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { wizardCopy } from '@/copy/wizard'
import { AGE_GROUPS, YEARS_TEACHING } from '@/lib/dance'
import { letterCount } from '@/lib/letters'
import { IconAction } from '@/ui/IconAction'
import { inEachRow } from '@/ui/placeLeft'
import { MOST } from './errors'
import { newHighlight, type WizardValues } from './values'
import classes from './Wizard.module.css'

const copy = wizardCopy.experience

type Form = UseFormReturnType<WizardValues>

export function ExperienceStep({ form }: { form: Form }) {
  const story = (field: 'danceEducation' | 'guru' | 'experience', label: string) => (
    <Textarea label={label} autosize minRows={2} dir="auto" withAsterisk {...form.getInputProps(field)} />
  )
  return (
    <>
      <Textarea
        label={copy.bio}
        description={copy.bioHint(letterCount(form.values.bio))}
        autosize
        minRows={5}
        dir="auto"
        withAsterisk
        {...form.getInputProps('bio')}
      />
      {story('danceEducation', copy.education)}
      {story('guru', copy.guru)}
      {story('experience', copy.experience)}
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
          data={[...AGE_GROUPS]}
          withAsterisk
          hidePickedOptions
          {...form.getInputProps('studentAges')}
        />
      </div>
      <Highlights form={form} />
      <div className={classes.pair}>
        <TextInput
          label={copy.video}
          description={copy.videoHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="url"
          maxLength={MOST.link}
          {...form.getInputProps('performanceVideoLink')}
        />
        <TextInput
          label={copy.instagram}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MOST.link}
          {...form.getInputProps('instagram')}
        />
      </div>
    </>
  )
}

function Highlights({ form }: { form: Form }) {
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
            maxLength={MOST.highlight}
            dir="auto"
            {...form.getInputProps(`highlights.${index}.text`)}
          />
          <IconAction
            {...inEachRow}
            label={copy.removeHighlight(index + 1)}
            onClick={() => form.removeListItem('highlights', index)}
          >
            <IconTrash size={20} stroke={1.7} />
          </IconAction>
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} />}
        disabled={highlights.length >= MOST.highlights}
        onClick={add}
      >
        {copy.addHighlight}
      </Button>
    </section>
  )
}
