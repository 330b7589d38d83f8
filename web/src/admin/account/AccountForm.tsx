import { Alert, Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import adminClasses from '@/admin/Admin.module.css'
import { Section } from '@/admin/Section'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import classes from './Account.module.css'

interface AccountFormProps {
  title: string
  username: string
  hint: string
  submitLabel: string
  isPending: boolean
  error: ApiError | null
  failureMessage: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The fields. */
  children: ReactNode
}

/** A form for the administrator's own password or authenticator, with the server's errors. */
export function AccountForm(props: AccountFormProps) {
  const { title, username, hint, submitLabel, isPending, error, failureMessage, onSubmit, children } = props
  return (
    <Section title={title}>
      <form className={adminClasses.card} onSubmit={onSubmit} noValidate aria-label={title}>
        <fieldset className={adminClasses.fields} disabled={isPending}>
          {/* Tells password managers whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
          {children}
        </fieldset>
        {error && Object.keys(error.fieldErrors).length === 0 && (
          <Alert color="red" role="alert" mt="md">
            {serverFirstErrorText(error, failureMessage)}
          </Alert>
        )}
        <p className={classes.hint}>{hint}</p>
        <div className={adminClasses.foot}>
          <Button type="submit" loading={isPending}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Section>
  )
}
