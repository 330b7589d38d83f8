import type { ReactNode } from 'react'
import { studentCopy } from '@/copy/student'
import { signOut } from '@/session/signOut'
import { Shell } from '@/ui/Shell'
import { studentMenu } from './menu'
import type { StudentView } from './useStudentSection'

interface StudentShellProps {
  view: StudentView
  productName: string
  /** An entry was selected; sections are links, so the browser changes the hash. */
  onSelect: (view: StudentView) => void
  children: ReactNode
}

/** Layout of the student area with its side menu. */
export function StudentShell({ view, productName, onSelect, children }: StudentShellProps) {
  const menu = studentMenu(view, onSelect, () => void signOut())
  return (
    <Shell productName={productName} menu={menu} menuLabel={studentCopy.menu.label}>
      {children}
    </Shell>
  )
}
