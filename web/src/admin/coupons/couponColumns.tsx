import { ActButton } from '@/admin/ActButton'
import { Stamp } from '@/admin/Stamp'
import type { Coupon } from '@/api/adminCoupons'
import { adminCouponsCopy as copy } from '@/copy/adminCoupons'
import { clock } from '@/lib/time'
import type { Column } from '@/ui/DataList'
import { When } from '@/ui/When'
import classes from './Coupons.module.css'
import { stateOf } from './couponState'

/** What is told of a coupon; one that can still be used can be stopped. */
export function couponColumns(refusal: string | null, onStop: (coupon: Coupon) => void): Column<Coupon>[] {
  return [
    { key: 'code', label: copy.columns.code, onCard: 'heading', cell: nameCell },
    {
      key: 'percent',
      label: copy.columns.percent,
      numeric: true,
      cell: ({ percent }) => copy.percent(percent),
    },
    { key: 'used', label: copy.columns.used, cell: usedCell },
    { key: 'only', label: copy.columns.only, cell: onlyCell },
    { key: 'window', label: copy.columns.window, cell: windowCell },
    {
      key: 'state',
      label: copy.columns.state,
      cell: (coupon) => <Stamp state={stateOf(coupon, clock.now())} words={copy.states} />,
    },
    {
      key: 'acts',
      label: copy.columns.acts,
      onCard: 'foot',
      cell: (coupon) =>
        coupon.stoppedAt ? null : (
          <ActButton refusal={refusal} label={copy.stopOf(coupon.code)} onClick={() => onStop(coupon)}>
            {copy.stop}
          </ActButton>
        ),
    },
  ]
}

function nameCell({ code, note }: Coupon) {
  return (
    <span className={classes.name}>
      <span className={classes.code}>{code}</span>
      {note && (
        <span className={classes.more} dir="auto">
          {note}
        </span>
      )}
    </span>
  )
}

function usedCell({ used, limit, limitPerStudent }: Coupon) {
  return (
    <span className={classes.name}>
      <span>{copy.used(used, limit)}</span>
      {limitPerStudent !== null && <span className={classes.more}>{copy.perStudent(limitPerStudent)}</span>}
    </span>
  )
}

function onlyCell({ currency, teacherName }: Coupon) {
  if (!currency && !teacherName) return copy.everyone
  return (
    <span className={classes.name}>
      {teacherName && <span>{copy.classesOf(teacherName)}</span>}
      {currency && <span>{copy.paysIn(currency)}</span>}
    </span>
  )
}

function windowCell({ from, until }: Coupon) {
  if (!from && !until) return copy.always
  return (
    <span className={classes.window}>
      {from && (
        <span>
          <span>{copy.from}</span> <When at={from} />
        </span>
      )}
      {until && (
        <span>
          <span>{copy.until}</span> <When at={until} />
        </span>
      )}
    </span>
  )
}
