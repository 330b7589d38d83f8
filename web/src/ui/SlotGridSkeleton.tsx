import { Skeleton, VisuallyHidden } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import classes from './SlotGrid.module.css'

const ROWS = [1, 2, 3, 4]

/** Placeholder of the slot grid (with one column, of the list) while slots are loading. */
export function SlotGridSkeleton({ columns }: { columns: number }) {
  return (
    <div
      className={classes.grid}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      role="status"
    >
      <VisuallyHidden>{studentCopy.slots.loading}</VisuallyHidden>
      {Array.from({ length: columns }, (_, column) => column).map((column) => (
        <div key={column} className={classes.column} aria-hidden>
          <Skeleton height={20} width="60%" mb={20} />
          {ROWS.map((row) => (
            <Skeleton key={row} height={58} radius="md" mb={8} />
          ))}
        </div>
      ))}
    </div>
  )
}
