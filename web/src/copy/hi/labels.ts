import type { labelsCopy } from '@/copy/labels'
import type { Translated } from './translated'

export const labels = {
  classTypes: { Private: 'प्राइवेट', Group: 'ग्रुप', Duet: 'डुएट' },
  styles: {
    Bharatanatyam: 'भरतनाट्यम',
    Kathak: 'कथक',
    Kuchipudi: 'कुचिपुड़ी',
    Odissi: 'ओडिसी',
    Manipuri: 'मणिपुरी',
    Kathakali: 'कथकली',
    Mohiniyattam: 'मोहिनीअट्टम',
    Sattriya: 'सत्रिया',
    Bollywood: 'बॉलीवुड',
    other: 'अन्य',
  },
} satisfies Translated<typeof labelsCopy>
