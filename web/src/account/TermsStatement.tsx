import { Fragment } from 'react'
import { termsStatementCopy as copy } from '@/copy/termsStatement'
import { localPath } from '@/lib/language'
import { TextLink } from '@/ui/TextLink'
import classes from './TermsStatement.module.css'

/** Says that the button below accepts the terms; the request then names their version. */
export function TermsStatement({ sentence = copy.sentence }: { sentence?: typeof copy.sentence }) {
  const parts = sentence('{terms}', '{privacy}').split(/(\{terms\}|\{privacy\})/)
  return (
    <p className={classes.terms}>
      {parts.map((part) => (
        <Fragment key={part}>{linkOf(part) ?? part}</Fragment>
      ))}
    </p>
  )
}

function linkOf(part: string) {
  if (part !== '{terms}' && part !== '{privacy}') return null
  const isTerms = part === '{terms}'
  return (
    <TextLink href={localPath(isTerms ? '/terms' : '/privacy-policy')} external>
      {isTerms ? copy.terms : copy.privacy}
    </TextLink>
  )
}
