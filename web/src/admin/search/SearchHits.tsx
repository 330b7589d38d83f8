import type { AdminHit } from '@/api/adminSearch'
import { adminSearchCopy as copy } from '@/copy/adminToday'
import { DateTime } from '@/ui/DateTime'
import classes from './SearchDialog.module.css'

interface SearchHitsProps {
  hits: readonly AdminHit[]
  /** Index of the selected result. */
  selected: number
  onOpen: (hit: AdminHit) => void
}

/** The results as a listbox. The search field keeps the focus and handles the keyboard. */
export function SearchHits({ hits, selected, onOpen }: SearchHitsProps) {
  return (
    <div id="admin-search-results" role="listbox" aria-label={copy.results} className={classes.hits}>
      {hits.map((hit, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keyboard
        <div
          key={hit._id}
          id={`hit-${hit._id}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === selected}
          className={classes.hit}
          onClick={() => onOpen(hit)}
        >
          <strong>{hit.title}</strong>
          <span>
            {copy.kinds[hit.kind]}
            {hit.at && (
              <>
                {' · '}
                <DateTime instant={hit.at} />
              </>
            )}
            {hit.note && ` · ${hit.note}`}
          </span>
        </div>
      ))}
    </div>
  )
}
