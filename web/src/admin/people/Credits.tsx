import { Badge } from '@mantine/core'
import { useState } from 'react'
import { ActButton } from '@/admin/ActButton'
import { Block } from '@/admin/Block'
import { useRefusal } from '@/admin/roles'
import sheet from '@/admin/Sheet.module.css'
import type { Lot } from '@/api/adminPeopleTypes'
import { adminPeopleCopy } from '@/copy/adminPeople'
import { formatCharge } from '@/lib/money'
import { clock, epochMs } from '@/lib/time'
import { type Column, DataList } from '@/ui/DataList'
import { TextLink } from '@/ui/TextLink'
import { When } from '@/ui/When'
import { ExtendDialog } from './ExtendDialog'

const copy = adminPeopleCopy.credits
const words = adminPeopleCopy.extend

/** A student's lots of credits, the newest first. */
export function Credits({ lots }: { lots: readonly Lot[] }) {
  const notMine = useRefusal('support')
  const [extended, setExtended] = useState<Lot | null>(null)
  const columns = columnsOf(notMine, setExtended)
  return (
    <Block title={copy.title}>
      {lots.length === 0 ? (
        <p className={sheet.none}>{copy.empty}</p>
      ) : (
        <DataList label={copy.title} columns={columns} rows={lots} rowKey={({ _id }) => _id} roomy />
      )}
      {extended && <ExtendDialog lot={extended} onClose={() => setExtended(null)} />}
    </Block>
  )
}

function columnsOf(notMine: string | null, extend: (lot: Lot) => void): Column<Lot>[] {
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
      key: 'act',
      label: copy.columns.act,
      onCard: 'foot',
      cell: (lot) => (
        <ActButton
          label={words.buttonOf(copy.left(lot.remaining, lot.total), lot.teacherName)}
          refusal={notMine ?? (lot.remaining === 0 ? words.nothing : null)}
          onClick={() => extend(lot)}
        >
          {words.button}
        </ActButton>
      ),
    },
  ]
}

function Expiry({ lot }: { lot: Lot }) {
  return (
    <>
      <When at={lot.expiresAt} show="date" />{' '}
      {epochMs(lot.expiresAt) < clock.now() && (
        <Badge color="gray" variant="light" tt="none">
          {copy.expired}
        </Badge>
      )}
    </>
  )
}
