import type { frameCopy } from '@/copy/frame'
import type { Translated } from './translated'

export const frame = {
  home: (product) => `${product}, होम`,
  backToHome: 'होम पर वापस जाएँ',
  homePath: '/hi/',
  other: { code: 'en', name: 'English', prefix: '' },
  footer: {
    made: (product) => `${product}: निमंत्रण से जुड़ें, लाइव डांस क्लास`,
    legal: 'क़ानूनी जानकारी',
    social: 'सोशल मीडिया पर हम',
    address: 'डाक का पता',
  },
  legalPages: [
    { path: '/hi/terms', label: 'नियम और शर्तें' },
    { path: '/hi/privacy-policy', label: 'प्राइवेसी पॉलिसी' },
    { path: '/hi/refund-policy', label: 'रिफ़ंड पॉलिसी' },
  ],
} satisfies Translated<typeof frameCopy>
