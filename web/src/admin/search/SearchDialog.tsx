import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import adminClasses from '@/admin/Admin.module.css'
import { type AdminHit, adminSearchQuery } from '@/api/adminSearch'
import { adminSearchCopy as copy } from '@/copy/adminToday'
import { uiCopy } from '@/copy/ui'
import { useReturnFocus } from '@/ui/useReturnFocus'
import classes from './SearchDialog.module.css'
import { SearchHits } from './SearchHits'

const DEBOUNCE_MS = 200
const MAX_CHARS = 100
const PAGES: Record<AdminHit['kind'], string> = {
  person: 'people',
  booking: 'bookings',
  order: 'orders',
  payout: 'payouts',
}

const hashOf = ({ kind, _id }: AdminHit) => `${PAGES[kind]}/${_id}`

/** Search for people, bookings, orders and payouts. Arrows select a result, Enter opens it. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const [selected, setSelected] = useState(0)
  const [query] = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const search = useQuery({ ...adminSearchQuery(query), placeholderData: keepPreviousData })
  const hits = query ? (search.data ?? []) : []
  const isCurrent = query === text.trim() && !search.isPlaceholderData

  const open = (hit: AdminHit) => {
    onClose()
    void navigate({ to: '.', search: true, hash: hashOf(hit) })
  }
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      setSelected((before) => (before + step + hits.length) % hits.length)
    }
    const hit = hits[selected]
    if (event.key === 'Enter' && hit && isCurrent) {
      event.preventDefault()
      open(hit)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={copy.label}
      classNames={{ title: adminClasses.modalTitle }}
      closeButtonProps={{ 'aria-label': uiCopy.close }}
      size="lg"
      yOffset="8vh"
    >
      <TextInput
        type="search"
        role="combobox"
        aria-label={copy.label}
        aria-expanded={hits.length > 0}
        aria-controls="admin-search-results"
        aria-activedescendant={hits[selected] ? `hit-${hits[selected]._id}` : undefined}
        placeholder={copy.hint}
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={MAX_CHARS}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setSelected(0)
        }}
        onKeyDown={handleKey}
        data-autofocus
      />
      <p role="status" className={classes.status}>
        {statusText(query, search.isError, search.isFetching, hits.length)}
      </p>
      <SearchHits hits={hits} selected={selected} onOpen={open} />
    </Modal>
  )
}

function statusText(query: string, hasFailed: boolean, isFetching: boolean, count: number): string {
  if (!query) return ''
  if (hasFailed) return copy.failed
  if (count === 0) return isFetching ? copy.loading : copy.empty
  return ''
}
