import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { wizardCopy } from '@/copy/wizard'
import { capitalize, DANCE_LEVELS, DANCE_STYLES, OTHER_STYLE, TEACHER_COUNTRIES } from '@/lib/teacherOptions'
import { rowActionProps } from '@/ui/domPosition'
import { IconButton } from '@/ui/IconButton'
import { LIMITS } from './errors'
import { newStyle, type WizardValues } from './values'
import classes from './Wizard.module.css'

const copy = wizardCopy.basic
const MAX_PHONE_CHARS = 40

interface BasicStepProps {
  form: UseFormReturnType<WizardValues>
  email: string
}

export function BasicStep({ form, email }: BasicStepProps) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput
          label={copy.firstName}
          autoComplete="given-name"
          maxLength={LIMITS.name}
          withAsterisk
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label={copy.lastName}
          autoComplete="family-name"
          maxLength={LIMITS.name}
          withAsterisk
          {...form.getInputProps('lastName')}
        />
      </div>
      <div className={classes.pair}>
        <TextInput
          label={copy.email}
          description={copy.emailHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={email}
          readOnly
        />
        <Select
          label={copy.country}
          data={[...TEACHER_COUNTRIES]}
          allowDeselect={false}
          withAsterisk
          {...form.getInputProps('country')}
          value={form.values.country || null}
        />
      </div>
      <StyleList form={form} />
      <TextInput
        label={copy.phone}
        description={copy.phoneHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="tel"
        autoComplete="tel"
        maxLength={MAX_PHONE_CHARS}
        {...form.getInputProps('phone')}
      />
      <Checkbox
        label={copy.age}
        aria-invalid={Boolean(form.errors.ageConfirmed)}
        {...form.getInputProps('ageConfirmed', { type: 'checkbox' })}
      />
    </>
  )
}

/** Dance styles with levels; at least one row stays (SPEC §5). */
function StyleList({ form }: Pick<BasicStepProps, 'form'>) {
  const { styles } = form.values
  const add = () => {
    form.insertListItem('styles', newStyle())
    requestAnimationFrame(() => document.getElementById(`style-${styles.length}`)?.focus())
  }
  return (
    <section aria-labelledby="styles">
      <h3 id="styles" className={classes.heading}>
        {copy.styles}
      </h3>
      <p className={classes.hint}>{copy.stylesHint}</p>
      {styles.map((row, index) => (
        <div key={row.key} className={classes.style}>
          <Select
            id={`style-${index}`}
            label={copy.style(index + 1)}
            data={DANCE_STYLES.map((value) => ({ value, label: capitalize(value) }))}
            allowDeselect={false}
            searchable
            withAsterisk={index === 0}
            {...form.getInputProps(`styles.${index}.style`)}
            value={row.style || null}
          />
          <Select
            label={copy.level(index + 1)}
            data={DANCE_LEVELS.map((value) => ({ value, label: capitalize(value) }))}
            allowDeselect={false}
            {...form.getInputProps(`styles.${index}.level`)}
          />
          <IconButton
            {...rowActionProps}
            label={copy.removeStyle(index + 1)}
            disabled={styles.length === 1}
            onClick={() => form.removeListItem('styles', index)}
          >
            <IconTrash size={20} stroke={1.7} />
          </IconButton>
          {row.style === OTHER_STYLE && (
            <TextInput
              className={classes.otherStyle}
              label={copy.otherStyle(index + 1)}
              maxLength={LIMITS.style}
              dir="auto"
              withAsterisk
              {...form.getInputProps(`styles.${index}.otherStyle`)}
            />
          )}
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={18} />}
        disabled={styles.length >= LIMITS.styles}
        onClick={add}
      >
        {copy.addStyle}
      </Button>
    </section>
  )
}
