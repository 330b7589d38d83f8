/** Sentences around the acts of administrators, the same in every section. */
export const adminActsCopy = {
  reason: 'Reason',
  reasonIfAny: 'Reason (optional)',
  reasonHint: 'Stands in the audit log.',
  reasonMissing: 'Please say why',
  keep: 'Do nothing',
  again: 'Do it once more',
  /** Why a button cannot be used. */
  notYours: {
    support: 'Only support and owners may do this',
    finance: 'Only finance and owners may do this',
  },
}
