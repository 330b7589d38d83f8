import { Button } from '@mantine/core'
import { adminActivationCopy } from '@/copy/adminActivation'
import { copyText } from '@/ui/copyText'
import classes from './AuthenticatorSetup.module.css'
import { QrCode } from './QrCode'

const copy = adminActivationCopy.authenticator

/** The authenticator to set up: a code to scan, a link for this phone, and the key to enter elsewhere. */
export function AuthenticatorSetup({ link, setupKey }: { link: string; setupKey: string }) {
  return (
    <section className={classes.setup} aria-label={copy.title}>
      <h2>{copy.title}</h2>
      <p>{copy.scan}</p>
      <QrCode text={link} label={copy.code} className={classes.code} />
      <p>{copy.onPhone}</p>
      <Button component="a" href={link} variant="default">
        {copy.open}
      </Button>
      <p>{copy.elsewhere}</p>
      <p className={classes.key}>{setupKey}</p>
      <Button variant="default" onClick={() => void copyText(setupKey, copy.copied, copy.copyFailed)}>
        {copy.copy}
      </Button>
    </section>
  )
}
