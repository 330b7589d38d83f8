import { useQuery } from '@tanstack/react-query'
import { learnersQuery } from '@/api/learners'
import { childrenCopy as copy } from '@/copy/guardians'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { TextLink } from '@/ui/TextLink'
import classes from './Account.module.css'
import { ADD_CHILD_HREF } from './addChildHref'
import { ChildCard } from './ChildCard'
import children from './Children.module.css'

/** The children of the account. */
export function Children() {
  const learners = useQuery(learnersQuery())
  return (
    <section className={classes.card} aria-labelledby="children">
      <h2 id="children">{copy.title}</h2>
      <QueryBoundary query={learners} loading={copy.loading} failed={copy.loadFailed}>
        {({ learners: all }) => (
          <div className={children.list}>
            {all.map((child) => (
              <ChildCard key={child._id} child={child} />
            ))}
          </div>
        )}
      </QueryBoundary>
      <p className={children.add}>
        <TextLink href={ADD_CHILD_HREF}>{copy.add}</TextLink>
      </p>
    </section>
  )
}
