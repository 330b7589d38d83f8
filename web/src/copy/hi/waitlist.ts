import type { waitlistCopy } from '@/copy/waitlist'
import type { Translated } from './translated'

export const waitlist = {
  lead: 'क्लासें सिर्फ़ निमंत्रण से मिलती हैं। अपने बारे में बताएँ; जगह बनते ही हम आपको लिखेंगे।',
  role: 'आप क्या करना चाहते हैं?',
  roles: [
    { value: 'Teacher', label: 'सिखाना' },
    { value: 'Student', label: 'सीखना' },
  ],
  name: 'नाम',
  email: 'ईमेल',
  location: 'शहर',
  country: 'देश',
  danceStyle: 'नृत्य शैली',
  danceStyles: [
    'EDM',
    'Indian Classical Dance',
    'Ballet',
    'Hip-Hop',
    'Salsa',
    'Contemporary',
    'Jazz',
    'K-Pop',
    'Others',
  ],
  danceStyleLabels: ['EDM', 'भारतीय शास्त्रीय नृत्य', 'बैले', 'हिप-हॉप', 'साल्सा', 'कंटेम्पररी', 'जैज़', 'के-पॉप', 'अन्य'],
  honeypot: 'इसे खाली छोड़ दें',
  submit: 'वेटलिस्ट में जुड़ें',
  submitting: 'भेजा जा रहा है…',
  close: 'बंद करें',
  missing: {
    name: 'कृपया अपना नाम लिखें!',
    email: 'कृपया अपना ईमेल लिखें!',
    emailInvalid: 'कृपया सही ईमेल लिखें!',
    location: 'कृपया अपना शहर लिखें!',
    country: 'कृपया अपना देश लिखें!',
  },
  privacy: 'यह जानकारी सिर्फ़ जगह मिलने की सूचना देने के काम आएगी।',
  privacyLink: 'प्राइवेसी पॉलिसी',
  done: 'वेटलिस्ट में जुड़ने के लिए धन्यवाद!',
  doneText: (email) => `आपके लिए जगह बनते ही हम ${email} पर लिखेंगे।`,
  failed: 'फ़ॉर्म भेजने में कोई गड़बड़ हुई। कृपया फिर कोशिश करें।',
} satisfies Translated<typeof waitlistCopy>
