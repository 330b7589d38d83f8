/** Texts of admin actions that all sections share. */
export const adminActionsCopy = {
  reason: 'Reason',
  reasonIfAny: 'Reason (optional)',
  reasonHint: 'Stands in the audit log.',
  reasonMissing: 'Please say why',
  keep: 'Do nothing',
  again: 'Do it once more',
  /** Why a button is disabled. */
  roleRequired: {
    support: 'Only support and owners may do this',
    finance: 'Only finance and owners may do this',
  },
}
