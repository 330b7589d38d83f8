import { Badge } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '@/admin/ActionButton'
import table from '@/admin/DataTable.module.css'
import { useDisabledReason } from '@/admin/roles'
import { Section } from '@/admin/Section'
import type { AdminLot } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { clock } from '@/lib/clock'
import { formatCharge } from '@/lib/money'
import { epochMs } from '@/lib/time'
import { type Column, DataList } from '@/ui/DataList'
import { DateTime } from '@/ui/DateTime'
import { TextLink } from '@/ui/TextLink'
import { ExtendDialog } from './ExtendDialog'

const copy = adminPeopleCopy.credits
const extendCopy = adminPeopleCopy.extend

/** A student's lots of credits, newest first. */
export function CreditLotsTable({ lots }: { lots: readonly AdminLot[] }) {
  const roleReason = useDisabledReason('support')
  const [selectedLot, setSelectedLot] = useState<AdminLot | null>(null)
  const columns = columnsOf(roleReason, setSelectedLot)
  return (
    <Section title={copy.title}>
      {lots.length === 0 ? (
        <p className={table.empty}>{copy.empty}</p>
      ) : (
        <DataList label={copy.title} columns={columns} rows={lots} rowKey={({ _id }) => _id} cardsOnTablet />
      )}
      {selectedLot && <ExtendDialog lot={selectedLot} onClose={() => setSelectedLot(null)} />}
    </Section>
  )
}

function columnsOf(roleReason: string | null, onExtend: (lot: AdminLot) => void): Column<AdminLot>[] {
  return [
    {
      key: 'left',
      label: copy.columns.left,
      onCard: 'heading',
      cell: ({ remaining, total }) => copy.left(remaining, total),
    },
    {
      key: 'teacher',
      label: copy.columns.teacher,
      cell: ({ teacherId, teacherName }) => <TextLink href={`#people/${teacherId}`}>{teacherName}</TextLink>,
    },
    { key: 'origin', label: copy.columns.origin, cell: ({ origin }) => copy.origins[origin] ?? origin },
    {
      key: 'worth',
      label: copy.columns.worth,
      cell: ({ pricePerClass, currency }) => formatCharge(pricePerClass, currency),
    },
    { key: 'expires', label: copy.columns.expires, cell: (lot) => <Expiry lot={lot} /> },
    {
      key: 'actions',
      label: copy.columns.act,
      onCard: 'foot',
      cell: (lot) => (
        <ActionButton
          label={extendCopy.buttonOf(copy.left(lot.remaining, lot.total), lot.teacherName)}
          disabledReason={roleReason ?? (lot.remaining === 0 ? extendCopy.nothing : null)}
          onClick={() => onExtend(lot)}
        >
          {extendCopy.button}
        </ActionButton>
      ),
    },
  ]
}

function Expiry({ lot }: { lot: AdminLot }) {
  return (
    <>
      <DateTime instant={lot.expiresAt} show="date" />{' '}
      {epochMs(lot.expiresAt) < clock.now() && (
        <Badge color="gray" variant="light" tt="none">
          {copy.expired}
        </Badge>
      )}
    </>
  )
}
