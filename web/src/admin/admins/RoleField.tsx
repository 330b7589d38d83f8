import { type ReactNode, useId } from 'react'
import type { AdminAccount } from '@/api/adminAccount'
import { adminAdminsCopy } from '@/copy/adminAdmins'
import classes from './RoleField.module.css'

const copy = adminAdminsCopy.form

export type AdminRole = AdminAccount['role']

const ROLES: readonly AdminRole[] = ['support', 'finance', 'owner']

interface RoleFieldProps {
  value: AdminRole | null
  error?: ReactNode
  /** The field takes the focus when the dialog opens. */
  hasAutoFocus?: boolean
  onChange: (role: AdminRole) => void
}

/** Choice of a role, with what each role may change. */
export function RoleField({ value, error, hasAutoFocus = false, onChange }: RoleFieldProps) {
  const id = useId()
  return (
    <fieldset className={classes.field} aria-describedby={`${id}-note${error ? ` ${id}-error` : ''}`}>
      <legend className={classes.legend}>{copy.role}</legend>
      {ROLES.map((role) => (
        <label key={role} className={classes.choice}>
          <input
            type="radio"
            name={id}
            value={role}
            checked={value === role}
            aria-invalid={Boolean(error)}
            {...(hasAutoFocus && value === role ? { 'data-autofocus': true } : {})}
            aria-label={adminAdminsCopy.roles[role]}
            aria-describedby={`${id}-${role}`}
            onChange={() => onChange(role)}
          />
          <span>
            <span className={classes.name}>{adminAdminsCopy.roles[role]}</span>
            <span id={`${id}-${role}`} className={classes.hint}>
              {copy.roleHints[role]}
            </span>
          </span>
        </label>
      ))}
      <p id={`${id}-note`} className={classes.hint}>
        {copy.roleNote}
      </p>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
