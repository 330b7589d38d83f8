import type { noticeCopy } from '@/copy/notices'
import type { Translated } from './translated'

export const notices = {
  notFound: {
    title: 'इस पते पर कुछ नहीं है',
    text: 'हो सकता है पेज हट गया हो, या पता ग़लत लिखा गया हो।',
  },
  unknownInvitation: {
    title: 'यह निमंत्रण काम नहीं कर रहा है',
    text: 'कृपया अपने शिक्षक से लिंक की पुष्टि करें। हो सकता है कोड ग़लत लिखा गया हो, या शिक्षक अभी नए विद्यार्थी न ले रहे हों।',
  },
  offline: {
    title: 'आप ऑफ़लाइन हैं',
    text: 'इस पेज के लिए इंटरनेट चाहिए। कुछ खोया नहीं है: आपकी क्लासें और क्रेडिट वहीं हैं जहाँ थे।',
    action: 'फिर कोशिश करें',
  },
  backToHome: 'होम पर वापस जाएँ',
} satisfies Translated<typeof noticeCopy>
