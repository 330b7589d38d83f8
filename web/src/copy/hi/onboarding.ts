import type { onboardingCopy } from '@/copy/onboarding'
import type { Translated } from './translated'

export const onboarding = {
  pageTitle: 'स्वागत है',
  welcome: (firstName) => (firstName ? `नमस्ते, ${firstName}` : 'नमस्ते'),
  question: 'आप यहाँ सीखने आए हैं या सिखाने?',
  loginFailed: 'लॉग इन करते समय कोई गड़बड़ हुई',
  logout: 'लॉग आउट',
  suspended: {
    title: 'आपका अकाउंट निलंबित है',
    text: 'अभी आप अपने अकाउंट का इस्तेमाल नहीं कर सकते। कारण जानने या अकाउंट फिर से चालू कराने के लिए हमें लिखें।',
    reason: (reason) => `कारण: ${reason}`,
    write: (email) => `${email} पर लिखें`,
  },

  student: {
    card: 'विद्यार्थी के रूप में आगे बढ़ें',
    cardText: 'आपके पास किसी नृत्य शिक्षक का इनवाइट कोड है और आप लाइव क्लास लेना चाहते हैं।',
    title: 'अपनी प्रोफ़ाइल पूरी करें',
    lead: 'बस दो छोटे सवाल, फिर आप क्लास बुक कर सकते हैं।',
    name: 'नाम',
    nameHint: 'जैसा आपके शिक्षक को दिखना चाहिए।',
    nameRequired: 'कृपया अपना नाम लिखें',
    location: 'देश',
    locationHint: (currency) => `आपका पेमेंट ${currency} में होगा। इसे बाद में नहीं बदला जा सकता।`,
    ownZone: (city, currency) => `आपका डिवाइस ${city} के समय पर है। क्या इसके बजाय ${currency} में पेमेंट करना है?`,
    choosePlace: (place) => `${place} चुनें`,
    code: 'शिक्षक का इनवाइट कोड',
    codeExample: 'TCH-ABC-1234',
    codeHint: 'यह आपको आपके शिक्षक भेजते हैं; यह TCH-ABC-1234 जैसा दिखता है।',
    codeChecking: 'कोड देखा जा रहा है…',
    codeUnknown: 'यह कोड हमें नहीं मिला। कृपया अपने शिक्षक से पूछ लें।',
    codeMissing: 'कृपया अपने शिक्षक का इनवाइट कोड लिखें',
    teacherFound: 'आपके शिक्षक',
    promotionTitle: 'नए विद्यार्थियों के लिए ऑफ़र',
    promotion: 'शिक्षक के कोड से जुड़ने वाले विद्यार्थियों को पहले 60 दिन कोई प्लैटफ़ॉर्म फ़ीस नहीं देनी होती।',
    feesTitle: 'प्लैटफ़ॉर्म फ़ीस',
    feesOpen: 'उसके बाद की प्लैटफ़ॉर्म फ़ीस देखें',
    feesLead: 'हर पेमेंट का एक हिस्सा प्लैटफ़ॉर्म चलाने में लगता है। आप जितना नाचेंगे, यह उतना कम होता जाएगा।',
    feeColumn: 'फ़ीस',
    classesColumn: 'अब तक ली गई क्लासें',
    continue: 'आगे बढ़ें',
    back: 'पीछे जाएँ',
    success: 'आप विद्यार्थी के रूप में जुड़ गए हैं!',
    failed: 'जुड़ना पूरा नहीं हो पाया',
    unexpected: 'कुछ ऐसा हुआ जिसकी उम्मीद नहीं थी',
  },

  feeTiers: [
    { classes: 'पहले 60 दिन', fee: '0%' },
    { classes: '1-20', fee: '10%' },
    { classes: '21-100', fee: '8%' },
    { classes: '101-250', fee: '6.5%' },
    { classes: '250 से ज़्यादा', fee: '5%' },
  ],

  teacher: {
    card: 'शिक्षक के रूप में आगे बढ़ें',
    cardText: 'आप नृत्य सिखाते हैं और अपने विद्यार्थियों को एक जगह रखना चाहते हैं।',
  },
} satisfies Translated<typeof onboardingCopy>
