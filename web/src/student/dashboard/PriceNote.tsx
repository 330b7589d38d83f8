import { useQueries } from '@tanstack/react-query'
import { quoteQuery } from '@/api/payments'
import type { Slot } from '@/api/types'
import { classTypeLabel } from '@/copy/labels'
import { studentCopy } from '@/copy/student'
import { formatCharge } from '@/lib/money'
import classes from './AvailableClasses.module.css'

const MAX_TYPES = 3

/** The price of a class with all fees before a time is chosen, by class type where the prices differ. */
export function PriceNote({ slots }: { slots: readonly Slot[] }) {
  const examples = [...new Map(slots.map((slot) => [slot.classTypeKey, slot])).values()].slice(0, MAX_TYPES)
  const quotes = useQueries({
    queries: examples.map((slot) => ({
      ...quoteQuery({ slotId: slot._id, dateTime: slot.dateTime }),
      retry: false,
      staleTime: Number.POSITIVE_INFINITY,
    })),
  })
  const typesByPrice = new Map<string, string[]>()
  quotes.forEach(({ data: quote }, index) => {
    const slot = examples[index]
    if (!quote || !slot) return
    const price = studentCopy.slots.price(formatCharge(quote.total, quote.currency), slot.creditCost)
    typesByPrice.set(price, [...(typesByPrice.get(price) ?? []), classTypeLabel(slot.classTypeKey)])
  })
  return (
    <ul className={classes.prices}>
      {[...typesByPrice].map(([price, types]) => (
        <li key={price}>{typesByPrice.size > 1 ? `${types.join(', ')}: ${price}` : price}</li>
      ))}
    </ul>
  )
}
