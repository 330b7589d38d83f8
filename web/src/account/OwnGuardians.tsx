import { guardiansCopy } from '@/copy/guardians'
import { Guardians } from '@/family/Guardians'
import classes from './Account.module.css'

const copy = guardiansCopy.own

/** The guardians of a student under 18 with an account of their own. */
export function OwnGuardians() {
  return (
    <div className={classes.card}>
      <Guardians
        learnerId={null}
        level={2}
        title={copy.title}
        lead={copy.lead}
        invite={{ button: copy.invite, label: copy.invite }}
        rights={copy.rights}
        emailLabel={copy.email}
      />
    </div>
  )
}
