/** Texts of admin actions that all sections share. */
export const adminActionsCopy = {
  reason: 'Reason',
  reasonIfAny: 'Reason (optional)',
  reasonHint: 'Saved in the audit log.',
  reasonMissing: 'Enter a reason',
  keep: 'Cancel',
  again: 'Do it again',
  export: 'Export CSV',
  exportFailed: 'We couldn’t export the list. Please try again.',
  /** Why a button is disabled. */
  roleRequired: {
    support: 'Only support and owners can do this',
    finance: 'Only finance and owners can do this',
    owner: 'Only owners can do this',
  },
}
