import type { joiningCopy } from '@/copy/joining'
import type { Translated } from './translated'

export const joining = {
  currencies: { INR: 'भारतीय रुपये (₹)', USD: 'अमेरिकी डॉलर ($)' },
  locations: { India: 'भारत', 'United States': 'अमेरिका', Other: 'अन्य' },
} satisfies Translated<typeof joiningCopy>
