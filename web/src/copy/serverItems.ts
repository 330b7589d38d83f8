import { msg } from '@lingui/core/macro'

/**
 * Items that the server names in English, for translators only. Pages in another language look up the
 * translation by the name (`copy/itemLabels.ts`).
 */
export const receiptLines = [
  msg({ id: 'receiptLine.Private class', comment: 'Private class' }),
  msg({ id: 'receiptLine.Group class', comment: 'Group class' }),
  msg({ id: 'receiptLine.Duet class', comment: 'Duet class' }),
  msg({ id: 'receiptLine.4 class credits', comment: '4 class credits' }),
  msg({ id: 'receiptLine.8 class credits', comment: '8 class credits' }),
  msg({ id: 'receiptLine.Platform fee', comment: 'Platform fee' }),
  msg({ id: 'receiptLine.Payment provider fee', comment: 'Payment provider fee' }),
]

/** What blocks the deletion of a student's account; a number comes first. */
export const openItems = [
  msg({
    id: 'openItem.class that is booked or not settled yet',
    comment: '(1) class that is booked or not settled yet',
  }),
  msg({
    id: 'openItem.classes that are booked or not settled yet',
    comment: '(2) classes that are booked or not settled yet',
  }),
  msg({ id: 'openItem.purchase that is not completed', comment: '(1) purchase that is not completed' }),
  msg({ id: 'openItem.purchases that are not completed', comment: '(2) purchases that are not completed' }),
  msg({ id: 'openItem.refund that has not arrived', comment: '(1) refund that has not arrived' }),
  msg({ id: 'openItem.refunds that have not arrived', comment: '(2) refunds that have not arrived' }),
  msg({ id: 'openItem.paid credit', comment: '(1) paid credit' }),
  msg({ id: 'openItem.paid credits', comment: '(2) paid credits' }),
  msg({
    id: 'openItem.learner without another guardian',
    comment: '(1) learner without another guardian',
  }),
  msg({
    id: 'openItem.learners without another guardian',
    comment: '(2) learners without another guardian',
  }),
]
