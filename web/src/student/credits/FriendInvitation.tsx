import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { referralCodeQuery } from '@/api/people'
import { useAppConfig } from '@/api/useAppConfig'
import { friendsCopy } from '@/copy/friends'
import { invitePath, whatsappLink } from '@/lib/invitation'
import { localPath } from '@/lib/language'
import { usePerson } from '@/session/useSession'
import { copyText } from '@/ui/copyText'
import { QueryBoundary } from '@/ui/QueryBoundary'
import classes from './Friends.module.css'

const copy = friendsCopy.invite

/** The invite link of the student's teacher, with buttons to send it to a friend. */
export function FriendInvitation() {
  const { email } = usePerson()
  const config = useAppConfig()
  const code = useQuery(referralCodeQuery(email))
  return (
    <QueryBoundary query={code} loading={copy.loading} failed={copy.loadFailed} height={96}>
      {({ referralCode }) =>
        referralCode ? (
          <InviteLink
            link={(config?.publicUrl ?? window.location.origin) + localPath(invitePath(referralCode))}
          />
        ) : (
          <p className={classes.hint}>{copy.none}</p>
        )
      }
    </QueryBoundary>
  )
}

function InviteLink({ link }: { link: string }) {
  return (
    <div className={classes.invite}>
      <p>
        <span className={classes.label}>{copy.title}</span>
        <span className={classes.link}>{link}</span>
      </p>
      <div className={classes.channels}>
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyText(link, copy.copied, copy.copyFailed)}
        >
          {copy.copy}
        </Button>
        <Button
          component="a"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          href={whatsappLink(copy.message(link))}
          target="_blank"
          rel="noreferrer"
        >
          {copy.whatsapp}
        </Button>
      </div>
    </div>
  )
}
