import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverFirstErrorText } from '@/api/errorText'
import { saveNotes } from '@/api/teacherPeople'
import type { StudentNote } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { studentsCopy as copy } from '@/copy/teacherClasses'
import { charCount } from '@/lib/charCount'
import { ConflictNotice } from '@/teacher/ConflictNotice'
import page from '@/teacher/TeacherPage.module.css'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Students.module.css'

const MAX_CHARS = 5000

interface StudentNotesProps {
  studentId: string
  saved: StudentNote
  reload: () => Promise<StudentNote | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** The teacher's private notes about a student. */
export function StudentNotes({ studentId, saved, reload, onUnsaved }: StudentNotesProps) {
  const [savedNotes, setSavedNotes] = useState(saved)
  const [text, setText] = useState(saved.text)
  const unsaved = text !== savedNotes.text
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const saving = useMutation({
    mutationFn: () => saveNotes(studentId, { text, version: savedNotes.version }),
    onSuccess: ({ notes }) => {
      showSaved(notes)
      toastSuccess(copy.notesSaved)
    },
    onError: (error) => {
      if (error.code !== 'version_conflict') toastError(serverFirstErrorText(error, copy.notesFailed))
    },
  })
  const showSaved = (notes: StudentNote) => {
    setSavedNotes(notes)
    setText(notes.text)
    saving.reset()
  }
  const loadNewer = async () => {
    const newer = await reload()
    if (newer) showSaved(newer)
  }
  const length = charCount(text)
  const isTooLong = length > MAX_CHARS
  return (
    <form
      className={classes.notes}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooLong) saving.mutate()
      }}
    >
      <Textarea
        label={copy.notes}
        description={copy.notesHint}
        autosize
        minRows={5}
        maxRows={16}
        dir="auto"
        value={text}
        disabled={saving.isPending}
        error={isTooLong ? copy.notesTooLong : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {saving.error?.code === 'version_conflict' && (
        <ConflictNotice
          message={copy.notesConflict}
          action={copy.notesNewer}
          onLoadNewer={() => void loadNewer()}
        />
      )}
      <div className={page.foot}>
        <p role="status" className={page.unsaved}>
          {unsaved && teacherCopy.unsaved}
        </p>
        <small className={classes.count}>{copy.notesCount(length, MAX_CHARS)}</small>
        <Button type="submit" disabled={!unsaved} loading={saving.isPending}>
          {copy.notesSave}
        </Button>
      </div>
    </form>
  )
}
