import type { shellCopy } from '@/copy/shell'
import type { Translated } from './translated'

export const shell = {
  loading: 'लोड हो रहा है…',
  pageFailedTitle: 'यह पेज नहीं खुल पाया',
  pageFailed: 'हमारी ओर से कुछ गड़बड़ हुई है। आपकी क्लासें और क्रेडिट सुरक्षित हैं।',
  notFoundTitle: 'इस पते पर कुछ नहीं है',
  notFound: 'हो सकता है पेज हट गया हो, या पता ग़लत लिखा गया हो।',
  backToHome: 'होम पर वापस जाएँ',
} satisfies Translated<typeof shellCopy>
