import { ActionButton } from '@/admin/ActionButton'
import { StatusBadge } from '@/admin/StatusBadge'
import type { AdminCoupon } from '@/api/adminCoupons'
import { adminCouponsCopy as copy } from '@/copy/adminCoupons'
import { clock } from '@/lib/clock'
import type { Column } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import classes from './Coupons.module.css'
import { couponStateOf } from './couponState'

/** Columns of the coupon list; a coupon that is not stopped has a stop button. */
export function couponColumns(
  disabledReason: string | null,
  onStop: (coupon: AdminCoupon) => void,
): Column<AdminCoupon>[] {
  return [
    { key: 'code', label: copy.columns.code, onCard: 'heading', cell: nameCell },
    {
      key: 'percent',
      label: copy.columns.percent,
      numeric: true,
      cell: ({ percent }) => copy.percent(percent),
    },
    { key: 'used', label: copy.columns.used, cell: usedCell },
    { key: 'only', label: copy.columns.only, cell: restrictionCell },
    { key: 'window', label: copy.columns.window, cell: windowCell },
    {
      key: 'state',
      label: copy.columns.state,
      cell: (coupon) => <StatusBadge state={couponStateOf(coupon, clock.now())} labels={copy.states} />,
    },
    {
      key: 'actions',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (coupon) =>
        coupon.stoppedAt ? null : (
          <ActionButton
            disabledReason={disabledReason}
            label={copy.stopOf(coupon.code)}
            onClick={() => onStop(coupon)}
          >
            {copy.stop}
          </ActionButton>
        ),
    },
  ]
}

function nameCell({ code, note }: AdminCoupon) {
  return (
    <span className={classes.name}>
      <span className={classes.code}>{code}</span>
      {note && (
        <span className={classes.secondary} dir="auto">
          {note}
        </span>
      )}
    </span>
  )
}

function usedCell({ used, limit, limitPerStudent }: AdminCoupon) {
  return (
    <span className={classes.name}>
      <span>{copy.used(used, limit)}</span>
      {limitPerStudent !== null && (
        <span className={classes.secondary}>{copy.perStudent(limitPerStudent)}</span>
      )}
    </span>
  )
}

function restrictionCell({ currency, teacherName }: AdminCoupon) {
  if (!currency && !teacherName) return copy.everyone
  return (
    <span className={classes.name}>
      {teacherName && <span>{copy.classesOf(teacherName)}</span>}
      {currency && <span>{copy.paysIn(currency)}</span>}
    </span>
  )
}

function windowCell({ from, until }: AdminCoupon) {
  if (!from && !until) return copy.always
  return (
    <span className={classes.window}>
      {from && (
        <span>
          <span>{copy.from}</span> <DateTime instant={from} />
        </span>
      )}
      {until && (
        <span>
          <span>{copy.until}</span> <DateTime instant={until} />
        </span>
      )}
    </span>
  )
}
