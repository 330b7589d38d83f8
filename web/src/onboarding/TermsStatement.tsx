import { termsStatementCopy as copy } from '@/copy/termsStatement'
import { localPath } from '@/lib/language'
import { TextLink } from '@/ui/TextLink'
import classes from './OnboardingPage.module.css'

/** Says that pressing a button accepts the terms; the request then names their version. */
export function TermsStatement({ button }: { button: string }) {
  return (
    <p className={classes.terms}>
      {copy.lead(button)}{' '}
      <TextLink href={localPath('/terms')} external>
        {copy.terms}
      </TextLink>
      {' · '}
      <TextLink href={localPath('/privacy-policy')} external>
        {copy.privacy}
      </TextLink>
    </p>
  )
}
