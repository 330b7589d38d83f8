import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { passwordLengthError } from '@/admin/account/passwordForm'
import { activateAccount } from '@/api/adminAccount'
import type { ApiError } from '@/api/error'
import { adminActivationCopy } from '@/copy/adminActivation'
import { signInAdmin } from '@/session/admin'
import { toastSuccess } from '@/ui/toast'
import { useFocusFirstError } from '@/ui/useFocusFirstError'

const copy = adminActivationCopy.form

/** State of the activation form. After the activation the administrator is signed in. */
export function useActivation(token: string, username: string) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { code: '', password: '', repeat: '' },
    validate: {
      code: (code) => (code.trim() ? null : copy.errors.code),
      password: passwordLengthError,
      repeat: (repeat, { password }) => (repeat === password ? null : copy.errors.repeat),
    },
  })
  const activation = useMutation<void, ApiError, typeof form.values>({
    mutationFn: async ({ code, password }) => {
      await activateAccount({ token, password, code: code.trim() })
      await signIn({ username, password, code: code.trim() })
    },
    onError: ({ fieldErrors }) => {
      form.setErrors(fieldErrors)
      focusFirstError()
    },
  })
  const focusFirstError = useFocusFirstError(activation.isPending)

  /** The account is active in any case, so a failure leads to the sign-in page. */
  async function signIn(credentials: Parameters<typeof signInAdmin>[0]): Promise<void> {
    const isSignedIn = await signInAdmin(credentials).then(
      () => true,
      () => false,
    )
    toastSuccess(isSignedIn ? copy.done : copy.signInNow)
    await navigate({ to: isSignedIn ? '/admin' : '/admin-login', replace: true })
  }

  return {
    form,
    isPending: activation.isPending,
    error: activation.error,
    submit: form.onSubmit((values) => activation.mutate(values), focusFirstError),
  }
}
