import { Checkbox, MultiSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { profileCopy } from '@/copy/teacherProfile'
import { AGE_GROUPS } from '@/lib/teacherOptions'
import type { ProfileValues } from './profileForm'

const copy = profileCopy.public
const MAX_HIGHLIGHTS = 10
const MAX_LANGUAGES = 10
const LANGUAGES = [
  'English',
  'Hindi',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Marathi',
  'Gujarati',
  'Bengali',
  'Odia',
  'Punjabi',
  'Urdu',
  'Sanskrit',
]

/** Fields of the invite page besides bio and styles. */
export function PublicFields({ form }: { form: UseFormReturnType<ProfileValues> }) {
  return (
    <>
      <TextInput label={copy.guru} maxLength={2000} dir="auto" {...form.getInputProps('guru')} />
      <Textarea
        label={copy.education}
        autosize
        minRows={2}
        maxLength={2000}
        dir="auto"
        {...form.getInputProps('danceEducation')}
      />
      <MultiSelect label={copy.ages} data={[...AGE_GROUPS]} {...form.getInputProps('studentAges')} />
      <TagsInput
        label={copy.languages}
        description={copy.languagesHint}
        data={LANGUAGES}
        maxTags={MAX_LANGUAGES}
        acceptValueOnBlur
        splitChars={[',']}
        {...form.getInputProps('languages')}
      />
      <Textarea
        label={copy.highlights}
        description={copy.highlightsHint}
        autosize
        minRows={2}
        dir="auto"
        {...form.getInputProps('keyHighlights')}
        value={form.values.keyHighlights.join('\n')}
        onChange={(event) =>
          form.setFieldValue('keyHighlights', event.currentTarget.value.split('\n').slice(0, MAX_HIGHLIGHTS))
        }
      />
      <TextInput
        label={copy.video}
        description={copy.videoHint}
        type="url"
        {...form.getInputProps('performanceVideoLink')}
      />
      <Checkbox
        label={copy.listed}
        description={copy.listedHint}
        {...form.getInputProps('showOnList', { type: 'checkbox' })}
      />
    </>
  )
}
