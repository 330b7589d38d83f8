import { lazy, Suspense, useState } from 'react'
import { studentChildCopy } from '@/copy/studentChild'
import { teacherAboutCopy } from '@/copy/teacherAbout'
import { useChild } from '@/family/childName'
import classes from './AboutTeacher.module.css'

const TeacherDialog = lazy(async () => ({ default: (await import('./TeacherDialog')).TeacherDialog }))

/** A link that opens the teacher's profile. */
export function AboutTeacher({ teacherId, name }: { teacherId: string; name: string }) {
  const child = useChild()
  const [state, setState] = useState({ opened: false, wasOpened: false })
  return (
    <>
      <button
        type="button"
        className={classes.link}
        aria-haspopup="dialog"
        onClick={() => setState({ opened: true, wasOpened: true })}
      >
        {child ? studentChildCopy.aboutTeacher : teacherAboutCopy.open}
      </button>
      {state.wasOpened && (
        <Suspense fallback={null}>
          <TeacherDialog
            teacherId={teacherId}
            name={name}
            opened={state.opened}
            onClose={() => setState({ opened: false, wasOpened: true })}
          />
        </Suspense>
      )}
    </>
  )
}
