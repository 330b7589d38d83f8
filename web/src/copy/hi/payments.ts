import type { paymentsCopy } from '@/copy/payments'
import { createPluralizer } from '@/copy/plural'
import type { Translated } from './translated'

const plural = createPluralizer('hi-IN')
const classes = (count: number) => plural(count, 'क्लास', 'क्लास')

export const payments = {
  packages: {
    label: 'क्लास के पैकेज',
    buy: (count) => `${classes(count)} ख़रीदें`,
    classes,
    validity: (days) => `${plural(days, 'दिन', 'दिन')} मान्य`,
    offer: (count, each, days) =>
      `${classes(count)} · हर क्लास ${each}, फ़ीस समेत · ${plural(days, 'दिन', 'दिन')} में इस्तेमाल करें`,
    saving: (percent) => `${percent}% की बचत`,
  },

  list: {
    title: 'आपके पेमेंट',
    empty: 'आपने अब तक कोई पेमेंट नहीं किया है।',
    loadFailed: 'हम आपके पेमेंट लोड नहीं कर पाए।',
    loading: 'आपके पेमेंट लोड हो रहे हैं',
    columns: { when: 'कब', what: 'किसका', amount: 'रक़म', state: 'स्थिति' },
    state: {
      open: 'पेमेंट बाक़ी है',
      checking: 'बैंक से पुष्टि हो रही है',
      paid: 'पेमेंट हो गया',
      free: 'मुफ़्त',
      refunding: 'आपको लौटाया जा रहा है',
      refunded: 'रिफ़ंड हो गया',
      expired: 'समय पर पेमेंट नहीं हुआ',
      cancelled: 'रद्द',
      preparing: 'पेमेंट बाक़ी है',
      failed: 'नहीं हो पाया',
    },
    continue: 'पेमेंट जारी रखें',
    look: 'फिर देखें',
    receipt: 'रसीद',
    receiptNamed: (what) => `${what} के लिए`,
  },

  receipt: {
    title: 'रसीद',
    number: 'रसीद नंबर',
    issued: 'जारी होने की तारीख़',
    seller: 'जारीकर्ता',
    buyer: 'किसके लिए',
    teacher: 'शिक्षक',
    classOn: 'क्लास',
    movedTo: 'नया समय',
    what: 'विवरण',
    amount: 'रक़म',
    total: 'कुल पेमेंट',
    method: 'पेमेंट का तरीक़ा',
    methods: { card: 'कार्ड', upi: 'UPI', netbanking: 'नेट बैंकिंग', wallet: 'वॉलेट', emi: 'EMI' },
    unknownMethod: 'ऑनलाइन पेमेंट',
    paidAt: 'पेमेंट की तारीख़',
    paymentId: 'पेमेंट आईडी',
    nothingPaid: 'कोई पैसा नहीं लिया गया',
    refunds: 'रिफ़ंड',
    print: 'प्रिंट करें या PDF में सेव करें',
    back: 'मेरे क्रेडिट पर वापस जाएँ',
    loading: 'आपकी रसीद लोड हो रही है',
    loadFailed: 'हम यह रसीद लोड नहीं कर पाए।',
    missing: 'ऐसी कोई रसीद नहीं है।',
    questions: 'इस पेमेंट के बारे में कोई सवाल? लिखें:',
  },
} satisfies Translated<typeof paymentsCopy>
