import { Button } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '@/api/errorText'
import { exportLearner, type Learner } from '@/api/learners'
import { childrenCopy as copy, guardiansCopy } from '@/copy/guardians'
import { formatBirthDate } from '@/family/formatBirthDate'
import { Guardians } from '@/family/Guardians'
import { saveFile } from '@/lib/saveFile'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Children.module.css'
import { fileNameFor } from './fileNameFor'
import { RemoveChildDialog } from './RemoveChildDialog'

/** A child of the account: facts, guardians, data export and removal. */
export function ChildCard({ child }: { child: Learner }) {
  const headingId = `child-${child._id}`
  return (
    <article className={classes.child} aria-labelledby={headingId}>
      <h3 id={headingId}>{child.name}</h3>
      <p className={classes.facts}>{factsOf(child)}</p>
      <Guardians
        learnerId={child._id}
        level={4}
        title={guardiansCopy.title}
        invite={{ button: guardiansCopy.invite.open, label: guardiansCopy.invite.label(child.name) }}
        rights={guardiansCopy.invite.rights(child.name)}
        emailLabel={guardiansCopy.invite.email}
      />
      <div className={classes.buttons}>
        <DownloadButton child={child} />
        <RemoveButton child={child} />
      </div>
    </article>
  )
}

function factsOf({ age, birthDate, teacherName }: Learner): string {
  const facts = [
    age !== null && copy.age(age),
    birthDate && copy.born(formatBirthDate(birthDate)),
    teacherName && copy.teacher(teacherName),
  ]
  return facts.filter(Boolean).join(' · ')
}

function DownloadButton({ child }: { child: Learner }) {
  const exporting = useMutation({
    mutationFn: () => exportLearner(child._id),
    onSuccess: (data) => {
      const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })
      saveFile(file, fileNameFor(child.name))
      toastSuccess(copy.download.done(child.name))
    },
    onError: (error) => toastError(errorText(error, copy.download.failed)),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden />}
      aria-label={copy.download.label(child.name)}
      loading={exporting.isPending}
      onClick={() => exporting.mutate()}
    >
      {copy.download.button}
    </Button>
  )
}

function RemoveButton({ child }: { child: Learner }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        aria-label={copy.remove.label(child.name)}
        aria-haspopup="dialog"
        onClick={(event) => {
          // Safari does not focus a clicked button, but focus must return to it.
          event.currentTarget.focus()
          setOpened(true)
        }}
      >
        {copy.remove.button}
      </Button>
      {opened && <RemoveChildDialog child={child} onClose={() => setOpened(false)} />}
    </>
  )
}
