import { openItemLabel } from '@/copy/itemLabels'
import { isHindi } from '@/lib/i18n'
import classes from './Account.module.css'

interface OpenItemsProps {
  /** The server's message of `open_obligations`, which counts the items. */
  detail: string
  /** The sentence around the items. */
  sentence: (items: string) => string
}

/**
 * What prevents a deletion, in the language of the page; the server's sentence if an item has no
 * translation.
 */
export function OpenItems({ detail, sentence }: OpenItemsProps) {
  const items = /Still open: (.+)\.$/.exec(detail)?.[1]?.split(', ').map(openItemLabel)
  return items?.every((item) => item !== null) ? (
    <p className={classes.reason}>
      {sentence(new Intl.ListFormat(isHindi() ? 'hi' : 'en-IN').format(items))}
    </p>
  ) : (
    <p className={classes.reason} lang="en">
      {detail}
    </p>
  )
}
