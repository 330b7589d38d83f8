import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { Listing } from '@/admin/Listing'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import { Title } from '@/admin/Title'
import { type Coupon, couponsQuery } from '@/api/adminCoupons'
import { adminCouponsCopy as copy } from '@/copy/adminCoupons'
import { couponColumns } from './couponColumns'
import { NewCouponDialog } from './NewCouponDialog'
import { StopCoupon } from './StopCoupon'

/** Coupons: how they are used, new ones, and the end of old ones (D20). */
export function Coupons() {
  const coupons = useInfiniteQuery(couponsQuery())
  const refusal = useRefusal('support')
  const [adding, setAdding] = useState(false)
  const [stopping, setStopping] = useState<Coupon | null>(null)
  const columns = useMemo(() => couponColumns(refusal, setStopping), [refusal])
  return (
    <>
      <Title title={copy.title} lead={copy.lead} />
      <div className={sheet.acts}>
        <ActButton
          variant="filled"
          size="md"
          leftSection={<IconPlus size={18} aria-hidden />}
          refusal={refusal}
          onClick={() => setAdding(true)}
        >
          {copy.add}
        </ActButton>
      </div>
      <Listing query={coupons} words={copy} columns={columns} rowKey={({ _id }) => _id} />
      {adding && <NewCouponDialog onClose={() => setAdding(false)} />}
      {stopping && <StopCoupon coupon={stopping} onClose={() => setStopping(null)} />}
    </>
  )
}
