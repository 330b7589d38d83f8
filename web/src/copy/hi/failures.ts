import type { failureCopy } from '@/copy/failures'
import type { Translated } from './translated'

export const failures = {
  forbidden: {
    title: 'यह पेज आपके अकाउंट के लिए नहीं है',
    text: 'आप लॉग इन हैं, पर यह किसी और का है या किसी दूसरी तरह के अकाउंट के लिए है।',
  },
  missing: {
    title: 'यहाँ अब कुछ नहीं है',
    text: 'आप जो ढूँढ रहे थे वह मौजूद नहीं है, या हटा दिया गया है।',
  },
  unreachable: {
    title: 'हमसे संपर्क नहीं हो पा रहा',
    text: 'कृपया अपना इंटरनेट देख लें। कुछ खोया नहीं है: आपकी क्लासें और क्रेडिट वहीं हैं जहाँ थे।',
  },
  outdated: {
    title: 'नया वर्शन तैयार है',
    text: 'यह पेज हमारे पिछले बदलाव से पहले खुला था। इसे फिर से लोड करें और वहीं से आगे बढ़ें।',
  },
  broken: {
    title: 'यह पेज नहीं खुल पाया',
    text: 'हमारी ओर से कुछ गड़बड़ हुई है। आपकी क्लासें और क्रेडिट सुरक्षित हैं।',
  },
  reference: (id) => `संदर्भ: ${id}`,
  reload: 'पेज फिर से लोड करें',
  backToHome: 'होम पर वापस जाएँ',
} satisfies Translated<typeof failureCopy>
