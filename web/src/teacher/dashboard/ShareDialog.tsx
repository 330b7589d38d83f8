import { Button } from '@mantine/core'
import { IconBrandWhatsapp, IconCopy, IconLink, IconMail, IconShare } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '@/api/keys'
import { referralCodeQuery } from '@/api/people'
import { generateReferralCode } from '@/api/teacherPeople'
import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { canShare, invitationLink, mailLink, share, whatsappLink } from '@/lib/invitation'
import page from '@/teacher/TeacherPage.module.css'
import { copyText } from '@/ui/copyText'
import { Dialog } from '@/ui/Dialog'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { toastError, toastSuccess } from '@/ui/toast'
import { useReturnFocus } from '@/ui/useReturnFocus'
import classes from './ShareDialog.module.css'

const copy = teacherCopy.share

interface ShareDialogProps {
  email: string
  onClose: () => void
}

/** 'Share Teacher Code': the code, the invitation link, and buttons to send them (SPEC §2). */
export function ShareDialog({ email, onClose }: ShareDialogProps) {
  useReturnFocus()
  const config = useAppConfig()
  const client = useQueryClient()
  const code = useQuery(referralCodeQuery(email))
  const generation = useMutation({
    mutationFn: () => generateReferralCode(email),
    onSuccess: ({ success, referralCode }) => {
      if (!success) return toastError(copy.generateFailed)
      client.setQueryData(keys.referralCode(email), { referralCode })
      toastSuccess(copy.generated)
    },
    onError: (error) => toastError(error.code === 'network' ? copy.generateError : copy.generateFailed),
  })
  return (
    <Dialog opened onClose={onClose} title={copy.title} classNames={{ title: page.modalTitle }} size={520}>
      <p className={classes.benefit}>{copy.benefit}</p>
      <QueryBoundary query={code} loading={copy.loading} failed={copy.loadFailed} height={160}>
        {({ referralCode }) => (
          <>
            {referralCode ? (
              <Invitation code={referralCode} link={invitationLink(referralCode, config?.publicUrl)} />
            ) : (
              <div className={classes.none} role="status">
                <b>{copy.none}</b>
                <p>{copy.noneHint}</p>
              </div>
            )}
            <div className={page.foot}>
              <Button
                variant={referralCode ? 'default' : 'filled'}
                disabled={Boolean(referralCode)}
                loading={generation.isPending}
                onClick={() => generation.mutate()}
              >
                {referralCode ? copy.regenerate : copy.generate}
              </Button>
            </div>
            {referralCode && <p className={page.hint}>{copy.regenerateHint}</p>}
          </>
        )}
      </QueryBoundary>
    </Dialog>
  )
}

function Invitation({ code, link }: { code: string; link: string }) {
  const message = copy.message(link, code)
  return (
    <>
      <div className={classes.code}>
        <div>
          <span className={classes.label}>{copy.code}</span>
          <strong>{code}</strong>
        </div>
        <Button
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copyText(code, copy.copied, copy.copyFailed)}
        >
          {copy.copy}
        </Button>
      </div>
      <p className={classes.link}>
        <span className={classes.label}>{copy.link}</span>
        {link}
      </p>
      <a className={classes.qr} href={`/t/${code}/qr.svg`} download={`${code}.svg`}>
        <img src={`/t/${code}/qr.svg`} alt={copy.qr} width={112} height={112} />
        <span>{copy.qrDownload}</span>
      </a>
      <div className={classes.channels}>
        {canShare() && (
          <Button
            leftSection={<IconShare size={18} aria-hidden />}
            onClick={() =>
              void share(copy.subject, copy.shareText(code), link, () => toastError(copy.shareFailed))
            }
          >
            {copy.share}
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconLink size={18} aria-hidden />}
          onClick={() => void copyText(link, copy.linkCopied, copy.copyFailed)}
        >
          {copy.copyLink}
        </Button>
        <Button
          component="a"
          variant="default"
          leftSection={<IconBrandWhatsapp size={18} aria-hidden />}
          href={whatsappLink(message)}
          target="_blank"
          rel="noreferrer"
        >
          {copy.whatsapp}
        </Button>
        <Button
          component="a"
          variant="default"
          leftSection={<IconMail size={18} aria-hidden />}
          href={mailLink(copy.subject, message)}
        >
          {copy.email}
        </Button>
      </div>
    </>
  )
}
