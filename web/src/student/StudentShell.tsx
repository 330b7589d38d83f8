import type { ReactNode } from 'react'
import { studentCopy } from '@/copy/student'
import { signOut } from '@/session/signOut'
import { Shell } from '@/ui/Shell'
import { studentMenu } from './menu'
import { StudentActions } from './StudentActions'
import classes from './StudentShell.module.css'
import type { StudentView } from './useStudentSection'

const CREDITS_HREF = '#account'

interface StudentShellProps {
  view: StudentView
  productName: string
  /** An entry was selected; sections are links, so the browser changes the hash. */
  onSelect: (view: StudentView) => void
  /** Credits that the student can spend; undefined while loading. */
  credits: number | undefined
  children: ReactNode
}

/** Layout of the student area with its side menu. */
export function StudentShell({ view, productName, onSelect, credits, children }: StudentShellProps) {
  const menu = studentMenu(view, onSelect, () => void signOut())
  return (
    <Shell
      productName={productName}
      menu={menu}
      menuLabel={studentCopy.menu.label}
      actions={
        <>
          {credits !== undefined && (
            <a href={CREDITS_HREF} className={classes.credits} onClick={() => onSelect('account')}>
              {studentCopy.welcome.credits(credits)}
            </a>
          )}
          <StudentActions />
        </>
      }
    >
      {children}
    </Shell>
  )
}
