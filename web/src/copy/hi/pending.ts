import type { pendingCopy } from '@/copy/pending'
import type { Translated } from './translated'

export const pending = {
  title: 'आपकी शिक्षक प्रोफ़ाइल की जाँच चल रही है',
  lead: 'इसमें 1-2 कामकाजी दिन लगते हैं।',
  cards: [
    {
      title: 'जाँच जारी है',
      text: 'हमारी टीम आपका आवेदन पढ़ती है और आपका अनुभव और प्रोफ़ाइल देखती है।',
    },
    {
      title: 'ईमेल से सूचना',
      text: 'फ़ैसला होते ही हम आपके अकाउंट के ईमेल पर लिखेंगे।',
    },
    {
      title: 'तैयारी करें',
      text: 'तब तक सोच लें कि आप किस समय सिखाएँगे और किन विद्यार्थियों को बुलाएँगे।',
    },
  ],
  submitted: (date) => `${date} को भेजा गया।`,
  refresh: 'स्थिति देखें',
  checked: (time) => `अभी जाँच चल रही है (${time} पर देखा गया)।`,
  sent: 'आपने हमें क्या भेजा',
  sentHint: 'कुछ बदलना हो तो हमें लिखें।',
  sentFailed: 'आपके जवाब लोड नहीं हो पाए।',
  support: 'कोई सवाल? हमें लिखें:',
  contact: 'सपोर्ट से संपर्क करें',
} satisfies Translated<typeof pendingCopy>
