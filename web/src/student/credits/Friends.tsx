import { useQuery } from '@tanstack/react-query'
import { referralsQuery } from '@/api/referrals'
import type { ReferralLine } from '@/api/types'
import { friendsCopy as copy } from '@/copy/friends'
import { formatDate } from '@/lib/time'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { FriendForm } from './FriendForm'
import { FriendInvitation } from './FriendInvitation'
import classes from './Friends.module.css'

/** 'Bring a friend': the referral form and the list of referrals (D29). */
export function Friends({ zone }: { zone: string }) {
  const friends = useQuery(referralsQuery())
  return (
    <section aria-labelledby="friends">
      <h2 id="friends" className={classes.title}>
        {copy.title}
      </h2>
      <p className={classes.lead}>{copy.lead}</p>
      <p className={classes.hint}>{copy.how}</p>
      <FriendInvitation />
      <FriendForm waiting={friends.data?.filter(({ grantedAt }) => !grantedAt).length ?? 0} />
      <QueryBoundary query={friends} loading={copy.loading} failed={copy.loadFailed} height={96}>
        {(rows) => (
          <div className={classes.list}>
            <h3>{copy.listTitle}</h3>
            {rows.length > 0 ? (
              <DataList
                label={copy.listTitle}
                columns={columns(zone)}
                rows={rows}
                rowKey={({ _id }) => _id}
              />
            ) : (
              <p className={classes.hint}>{copy.none}</p>
            )}
            <p className={classes.small}>{copy.unlisted}</p>
          </div>
        )}
      </QueryBoundary>
    </section>
  )
}

function columns(zone: string): Column<ReferralLine>[] {
  return [
    { key: 'friend', label: copy.columns.friend, onCard: 'heading', cell: ({ name }) => <b>{name}</b> },
    {
      key: 'named',
      label: copy.columns.named,
      cell: ({ createdAt }) => <DateTime instant={createdAt} show="date" zone={zone} />,
    },
    {
      key: 'state',
      label: copy.columns.state,
      cell: ({ grantedAt }) => (grantedAt ? copy.granted(formatDate(grantedAt, zone)) : copy.waiting),
    },
  ]
}
