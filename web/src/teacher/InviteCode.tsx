import { Button, Skeleton } from '@mantine/core'
import { IconCopy, IconLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { referralCodeQuery } from '@/api/people'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { copyText } from '@/ui/copyText'
import { ErrorPanel } from '@/ui/ErrorPanel'
import classes from './InviteCode.module.css'

const copy = teacherCopy.invite

/** The teacher's invite code and the link that carries it (SPEC §2, §4). */
export function InviteCode({ email }: { email: string }) {
  const config = useAppConfig()
  const code = useQuery(referralCodeQuery(email))
  const text = code.data?.referralCode
  if (code.error) {
    return <ErrorPanel message={copy.failed} onRetry={() => void code.refetch()} retrying={code.isFetching} />
  }
  return (
    <section className={classes.card} aria-labelledby="invite">
      <div className={classes.words}>
        <h2 id="invite" className={classes.title}>
          {copy.title}
        </h2>
        <p className={classes.text}>{copy.text}</p>
      </div>
      {code.isPending ? (
        <Skeleton width={220} height={44} radius="xl" />
      ) : text ? (
        <div className={classes.share}>
          <span className={classes.code}>{text}</span>
          <Button
            variant="white"
            leftSection={<IconCopy size={18} />}
            onClick={() => void copyText(text, copy.copied, copy.copyFailed)}
          >
            {copy.copy}
          </Button>
          <Button
            variant="white"
            leftSection={<IconLink size={18} />}
            onClick={() => void copyText(linkFor(text, config?.publicUrl), copy.linkCopied, copy.copyFailed)}
          >
            {copy.copyLink}
          </Button>
        </div>
      ) : (
        <p className={classes.text}>{copy.none}</p>
      )}
    </section>
  )
}

function linkFor(code: string, publicUrl = window.location.origin): string {
  return `${publicUrl}/booking?${new URLSearchParams({ ref: code }).toString()}`
}
