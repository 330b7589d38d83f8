import type { ReactNode } from 'react'
import type { GridDay } from '@/lib/calendar'
import type { SlotView } from './SlotButton'
import { SlotColumn } from './SlotColumn'
import classes from './SlotGrid.module.css'

interface SlotGridListProps<T extends SlotView> {
  day: GridDay<T>
  zone: string
  teacherZone: string | null
  isForChild?: boolean
  empty: ReactNode
  onPick: (slot: T) => void
}

/** Free slots of one day as a list, for narrow screens. */
export function SlotGridList<T extends SlotView>({ day, ...columnProps }: SlotGridListProps<T>) {
  return (
    <div className={classes.list}>
      <SlotColumn column={day} wide {...columnProps} />
    </div>
  )
}
