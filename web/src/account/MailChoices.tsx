import { Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Account, saveAccount } from '@/api/account'
import { errorText } from '@/api/errorText'
import { keys } from '@/api/keys'
import { accountSettingsCopy } from '@/copy/accountSettings'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Account.module.css'

const copy = accountSettingsCopy.mails

type Mail = keyof typeof copy.kinds

const MAILS = ['classReminderDay', 'classReminderHour', 'creditsExpiring', 'newStudent'] as const

/** Which optional emails the person wants. Each choice is saved immediately. */
export function MailChoices({ account }: { account: Account }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (mails: Partial<Record<Mail, boolean>>) => saveAccount({ mails }),
    onSuccess: (saved) => {
      client.setQueryData(keys.account, saved)
      toastSuccess(copy.saved)
    },
    onError: (error) => toastError(errorText(error, copy.failed)),
  })
  // While a choice is being saved, it is shown already; after an error, the stored one returns.
  const shown = { ...account.mails, ...(saving.isPending ? saving.variables : {}) }
  return (
    <section className={classes.card} aria-labelledby="mails">
      <h2 id="mails">{copy.title}</h2>
      <p className={classes.hint}>{copy.hint}</p>
      <div className={classes.choices}>
        {MAILS.filter((mail) => account.mails[mail] !== undefined).map((mail) => (
          <Switch
            key={mail}
            label={copy.kinds[mail]}
            checked={shown[mail] ?? true}
            disabled={saving.isPending}
            onChange={(event) => saving.mutate({ [mail]: event.currentTarget.checked })}
          />
        ))}
      </div>
      <p className={classes.hint}>{copy.always}</p>
    </section>
  )
}
