import type { ReactNode } from 'react'
import { studentCopy } from '@/copy/student'
import { signOut } from '@/session/signOut'
import { Shell } from '@/ui/Shell'
import { studentMenu } from './menu'
import type { View } from './useSection'

interface StudentShellProps {
  view: View
  productName: string
  /** An entry was chosen; sections are links, so the hash follows by itself. */
  onChoose: (view: View) => void
  children: ReactNode
}

/** The frame of the student area with its side menu. */
export function StudentShell({ view, productName, onChoose, children }: StudentShellProps) {
  const menu = studentMenu(view, onChoose, () => void signOut())
  return (
    <Shell productName={productName} menu={menu} menuLabel={studentCopy.menu.label}>
      {children}
    </Shell>
  )
}
