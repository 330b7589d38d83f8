import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { activationQuery } from '@/api/adminAccount'
import { useAppConfig } from '@/api/useAppConfig'
import { adminActivationCopy as copy } from '@/copy/adminActivation'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { Shell } from '@/ui/Shell'
import classes from './Admin.module.css'
import { ActivationForm } from './activation/ActivationForm'
import { PageHeader } from './PageHeader'

/** /admin-activate#TOKEN: a new administrator sets up an authenticator and a password (D7). */
export function ActivationPage() {
  const config = useAppConfig()
  const token = useLocation({ select: ({ hash }) => hash })
  const activation = useQuery(activationQuery(token))
  const isInvalid = activation.error?.code === 'activation_link_invalid'
  return (
    <Shell productName={config?.productName ?? ''}>
      <div className={classes.login}>
        <PageHeader title={copy.title} lead={isInvalid ? undefined : copy.lead} />
        {isInvalid ? (
          <Alert color="yellow" role="alert">
            <p>{copy.invalid}</p>
            <Link to="/admin-login">{copy.signIn}</Link>
          </Alert>
        ) : (
          <QueryBoundary query={activation} loading={copy.loading} failed={copy.loadFailed} height={420}>
            {(account) => <ActivationForm token={token} account={account} />}
          </QueryBoundary>
        )}
      </div>
    </Shell>
  )
}
