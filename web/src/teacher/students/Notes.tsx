import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { serverText } from '@/api/errorText'
import { saveNotes } from '@/api/teacherPeople'
import type { StudentNotes } from '@/api/teacherTypes'
import { teacherCopy } from '@/copy/teacher'
import { studentsCopy as copy } from '@/copy/teacherClasses'
import { letterCount } from '@/lib/letters'
import { Conflict } from '@/teacher/Conflict'
import page from '@/teacher/TeacherPage.module.css'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Students.module.css'

const MOST = 5000

interface NotesProps {
  studentId: string
  saved: StudentNotes
  readAgain: () => Promise<StudentNotes | undefined>
  onUnsaved: (unsaved: boolean) => void
}

/** What the teacher wants to remember of a student. Only the teacher sees it. */
export function Notes({ studentId, saved, readAgain, onUnsaved }: NotesProps) {
  const [kept, setKept] = useState(saved)
  const [text, setText] = useState(saved.text)
  const unsaved = text !== kept.text
  useEffect(() => {
    onUnsaved(unsaved)
    return () => onUnsaved(false)
  }, [unsaved, onUnsaved])
  const saving = useMutation({
    mutationFn: () => saveNotes(studentId, { text, version: kept.version }),
    onSuccess: ({ notes }) => {
      show(notes)
      toastSuccess(copy.notesSaved)
    },
    onError: (error) => {
      if (error.code !== 'version_conflict') toastError(serverText(error, copy.notesFailed))
    },
  })
  const show = (notes: StudentNotes) => {
    setKept(notes)
    setText(notes.text)
    saving.reset()
  }
  const loadNewer = async () => {
    const newer = await readAgain()
    if (newer) show(newer)
  }
  const letters = letterCount(text)
  const tooLong = letters > MOST
  return (
    <form
      className={classes.notes}
      onSubmit={(event) => {
        event.preventDefault()
        if (!tooLong) saving.mutate()
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
        error={tooLong ? copy.notesTooLong : null}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {saving.error?.code === 'version_conflict' && (
        <Conflict words={copy.notesConflict} action={copy.notesNewer} onNewer={() => void loadNewer()} />
      )}
      <div className={page.foot}>
        <p role="status" className={page.unsaved}>
          {unsaved && teacherCopy.unsaved}
        </p>
        <small className={classes.count}>{copy.notesCount(letters, MOST)}</small>
        <Button type="submit" disabled={!unsaved} loading={saving.isPending}>
          {copy.notesSave}
        </Button>
      </div>
    </form>
  )
}
