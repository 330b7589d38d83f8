import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCopy } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useAppConfig } from '@/api/useAppConfig'
import { learnerFormCopy } from '@/copy/learnerForm'
import { invitePath, whatsappLink } from '@/lib/invitation'
import { isInviteCode, normalizeInviteCode } from '@/lib/inviteCode'
import { localPath } from '@/lib/language'
import { copyText } from '@/ui/copyText'
import classes from './UnderagePanel.module.css'

const copy = learnerFormCopy.underage

interface UnderagePanelProps {
  /** What the invite code's field contains. */
  code: string
  /** The panel replaces the form that had the focus. */
  takesFocus: boolean
}

/** Says how a person under 18 learns with the account of a parent or guardian. */
export function UnderagePanel({ code, takesFocus }: UnderagePanelProps) {
  const config = useAppConfig()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) title.current?.focus()
  }, [takesFocus])
  const inviteCode = normalizeInviteCode(code)
  const link = isInviteCode(inviteCode)
    ? (config?.publicUrl ?? window.location.origin) + localPath(invitePath(inviteCode))
    : null
  return (
    <section className={classes.panel} aria-label={copy.title}>
      <h2 ref={title} tabIndex={-1} className={classes.title}>
        {copy.title}
      </h2>
      <p className={classes.text}>{copy.text}</p>
      <ol className={classes.steps}>
        <li>
          {link ? copy.sendLink : copy.sendCode}
          {link && <ShareLink link={link} />}
        </li>
        <li>{copy.signUp}</li>
        <li>{copy.choose}</li>
      </ol>
      <p className={classes.hint}>{copy.isParent}</p>
    </section>
  )
}

function ShareLink({ link }: { link: string }) {
  return (
    <>
      <span className={classes.link}>{link}</span>
      <span className={classes.channels}>
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
      </span>
    </>
  )
}
