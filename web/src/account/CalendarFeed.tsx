import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endFeed, feedQuery, renewFeed } from '@/api/feed'
import { feedCopy as copy } from '@/copy/feed'
import { calendarSubscriptions } from '@/lib/calendarLink'
import { useSignedIn } from '@/session/useSession'
import { copyText } from '@/ui/copyText'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastError, toastSuccess } from '@/ui/toast'
import classes from './Account.module.css'

/**
 * The private address from which calendar apps read the classes of the person for whom the page is
 * (D32).
 */
export function CalendarFeed() {
  const client = useQueryClient()
  const { person, account } = useSignedIn()
  const title = account ? copy.titleFor(person.name) : copy.title
  const feed = useQuery(feedQuery())
  const showResult = (url: string | null, message: string) => {
    client.setQueryData(feedQuery().queryKey, { success: true, url })
    toastSuccess(message)
  }
  const onError = () => toastError(copy.failed)
  const renewing = useMutation({
    mutationFn: (_successMessage: string) => renewFeed(),
    onSuccess: ({ url }, words) => showResult(url, words),
    onError,
  })
  const ending = useMutation({ mutationFn: endFeed, onSuccess: () => showResult(null, copy.ended), onError })
  return (
    <section className={classes.card} aria-labelledby="feed">
      <h2 id="feed">{title}</h2>
      <p className={classes.hint}>{account ? copy.hintFor(person.name) : copy.hint}</p>
      <QueryBoundary query={feed} loading={copy.loading} failed={copy.loadFailed} height={120}>
        {({ url }) =>
          url ? (
            <>
              <div className={classes.subscribe}>
                {subscriptionLinks(url, title).map(({ label, href }) => (
                  <Button key={label} component="a" href={href} target="_blank" rel="noreferrer">
                    {label}
                  </Button>
                ))}
              </div>
              <div className={classes.feed}>
                <TextInput
                  label={copy.address}
                  value={url}
                  readOnly
                  onFocus={(event) => event.currentTarget.select()}
                />
                <Button variant="default" onClick={() => void copyText(url, copy.copied, copy.copyFailed)}>
                  {copy.copy}
                </Button>
              </div>
              <p className={classes.hint}>{copy.renewHint}</p>
              <div className={classes.foot}>
                <Button variant="default" loading={ending.isPending} onClick={() => ending.mutate()}>
                  {copy.end}
                </Button>
                <Button
                  variant="default"
                  loading={renewing.isPending}
                  onClick={() => renewing.mutate(copy.renewed)}
                >
                  {copy.renew}
                </Button>
              </div>
            </>
          ) : (
            <>
              <p className={classes.none}>{copy.none}</p>
              <Button loading={renewing.isPending} onClick={() => renewing.mutate(copy.created)}>
                {copy.create}
              </Button>
            </>
          )
        }
      </QueryBoundary>
    </section>
  )
}

function subscriptionLinks(url: string, title: string) {
  const { google, apple, outlook } = calendarSubscriptions(url, title)
  return [
    { label: copy.addToGoogle, href: google },
    { label: copy.addToApple, href: apple },
    { label: copy.addToOutlook, href: outlook },
  ]
}
