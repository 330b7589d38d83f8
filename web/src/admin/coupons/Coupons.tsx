import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import { AdminList } from '@/admin/AdminList'
import { countText } from '@/admin/countText'
import table from '@/admin/DataTable.module.css'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { type AdminCoupon, couponsQuery } from '@/api/adminCoupons'
import { adminCouponsCopy as copy } from '@/copy/adminCoupons'
import { couponColumns } from './couponColumns'
import { NewCouponDialog } from './NewCouponDialog'
import { StopCouponDialog } from './StopCouponDialog'

/** Coupons: list with use counts, create and stop (D20). */
export function Coupons() {
  const coupons = useInfiniteQuery(couponsQuery())
  const disabledReason = useDisabledReason('support')
  const [adding, setAdding] = useState(false)
  const [stopping, setStopping] = useState<AdminCoupon | null>(null)
  const columns = useMemo(() => couponColumns(disabledReason, setStopping), [disabledReason])
  return (
    <>
      <PageHeader title={copy.title} lead={copy.lead} count={countText(coupons.data, copy.rows)} />
      <div className={table.actions}>
        <ActionButton
          variant="filled"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          disabledReason={disabledReason}
          onClick={() => setAdding(true)}
        >
          {copy.add}
        </ActionButton>
      </div>
      <AdminList query={coupons} labels={copy} columns={columns} rowKey={({ _id }) => _id} />
      {adding && <NewCouponDialog onClose={() => setAdding(false)} />}
      {stopping && <StopCouponDialog coupon={stopping} onClose={() => setStopping(null)} />}
    </>
  )
}
