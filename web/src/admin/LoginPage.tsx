import { Alert, Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '@/api/error'
import { serverFirstErrorText } from '@/api/errorText'
import { useAppConfig } from '@/api/useAppConfig'
import { adminCopy } from '@/copy/admin'
import { hasAdminSessionEnded, signInAdmin } from '@/session/admin'
import { Shell } from '@/ui/Shell'
import { toastError, toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'
import classes from './Admin.module.css'
import { PageHeader } from './PageHeader'

const copy = adminCopy.login

/** /admin-login: username and password (SPEC §2), and the authenticator code for accounts that have one. */
export function LoginPage() {
  const config = useAppConfig()
  const { form, asksCode, codeField, isPending, submit } = useAdminLogin()
  return (
    <Shell productName={config?.productName ?? ''}>
      <div className={classes.login}>
        <PageHeader title={copy.title} lead={copy.lead} />
        {hasAdminSessionEnded() && (
          <Alert color="yellow" role="status" mb="md">
            {adminCopy.sessionEnded}
          </Alert>
        )}
        <form className={classes.card} onSubmit={submit} noValidate aria-label={copy.title}>
          <fieldset className={classes.fields} disabled={isPending}>
            <TextInput
              label={copy.username}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              {...form.getInputProps('username')}
            />
            <TextInput
              label={copy.password}
              type="password"
              autoComplete="current-password"
              maxLength={1000}
              {...form.getInputProps('password')}
            />
            {asksCode && (
              <TextInput
                ref={codeField}
                label={copy.code}
                description={copy.codeHint}
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={20}
                {...form.getInputProps('code')}
              />
            )}
          </fieldset>
          <div className={classes.foot}>
            <Button type="submit" loading={isPending}>
              {copy.button}
            </Button>
          </div>
        </form>
      </div>
    </Shell>
  )
}

/** State of the sign-in form. The code is asked for after the server has requested it. */
function useAdminLogin() {
  const navigate = useNavigate()
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    initialValues: { username: '', password: '', code: '' },
    validate: {
      username: (name) => (name.trim() ? null : copy.usernameMissing),
      password: (password) => (password ? null : copy.passwordMissing),
      code: (code) => (asksCode && !code.trim() ? copy.codeMissing : null),
    },
  })
  const login = useMutation({
    mutationFn: ({ username, password, code }: typeof form.values) =>
      signInAdmin({ username: username.trim(), password, ...(code.trim() ? { code: code.trim() } : {}) }),
    onSuccess: async () => {
      toastSuccess(copy.success)
      await navigate({ to: '/admin', hash: true, replace: true })
    },
    onError: handleError,
  })
  const focusFirstError = useFocusFirstError(login.isPending)
  const codeField = useRef<HTMLInputElement>(null)
  // The fields are disabled while the form is being sent, and cannot take focus.
  useEffect(() => {
    if (asksCode && !login.isPending) codeField.current?.focus()
  }, [asksCode, login.isPending])

  function handleError(error: ApiError): void {
    if (error.code === 'code_required') {
      setAsksCode(true)
      return
    }
    form.setFieldValue('code', '')
    if (error.code === 'invalid_code') {
      form.setFieldError('code', serverFirstErrorText(error, copy.codeWrong))
      focusFirstError()
      return
    }
    toastError(error.code === 'invalid_credentials' ? copy.invalid : serverFirstErrorText(error, copy.failed))
  }

  return {
    form,
    asksCode,
    codeField,
    isPending: login.isPending,
    submit: form.onSubmit((values) => login.mutate(values), focusFirstError),
  }
}
