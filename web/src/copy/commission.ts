/** The commission table for applicants and teachers (SPEC §9, D22). */
export const commissionCopy = {
  title: 'Commission model',
  lead: 'Our commission depends on hours taught: the more you teach, the less we take.',
  hoursColumn: 'Hours taught',
  rateColumn: 'Commission',
  first: 'First 3 months: 0%',
  tiers: [
    { hours: 'Up to 20', rate: '20%' },
    { hours: '21 to 50', rate: '18%' },
    { hours: '51 to 200', rate: '15%' },
    { hours: 'Over 200', rate: '10%' },
  ],
} as const
