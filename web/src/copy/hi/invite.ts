import type { inviteCopy } from '@/copy/invite'
import type { Translated } from './translated'

export const invite = {
  title: (name, styles) => `${name} का निमंत्रण: ${styles} सीखें`,
  description: (name, product) =>
    `${product} पर ${name} के साथ वीडियो पर एक घंटे की लाइव डांस क्लास। अगले उपलब्ध समय और क़ीमत देखें, और निमंत्रण स्वीकार करें।`,
  eyebrow: 'आपके लिए निमंत्रण',
  heading: (name, styles) => `${name} का निमंत्रण: ${styles} सीखें`,
  accept: 'निमंत्रण स्वीकार करें',
  acceptHint: 'जुड़ना मुफ़्त है। पैसे सिर्फ़ उन क्लासों के लगते हैं जो आप बुक करें।',
  signedIn: 'आगे बढ़ें',
  unavailable: 'अभी लॉग इन नहीं हो पा रहा है। कृपया फिर कोशिश करें।',
  withoutScripts: (email) =>
    `अकाउंट बनाने के लिए JavaScript चाहिए, जो आपके ब्राउज़र में बंद है। आप ${email} पर भी लिख सकते हैं।`,
  code: 'इनवाइट कोड',
  facts: {
    title: 'शिक्षक के बारे में',
    guru: 'गुरु',
    years: 'सिखाने का अनुभव',
    yearsValue: (years) => `${years} साल`,
    ages: 'विद्यार्थी',
    languages: 'सिखाने की भाषा',
    education: 'प्रशिक्षण',
    highlights: 'ख़ास बातें',
    video: 'प्रस्तुति का वीडियो देखें',
    videoHint: 'वीडियो अपनी साइट पर नए टैब में खुलता है।',
  },
  times: {
    title: 'अगले उपलब्ध समय',
    zone: (city) => `समय ${city} के हिसाब से`,
    none: 'अभी कोई समय उपलब्ध नहीं है। नए समय यहीं दिखेंगे।',
  },
  price: {
    title: 'एक क्लास',
    included: 'एक घंटे के लिए, सभी फ़ीस के साथ',
    other: (amount) => `या ${amount}`,
    waived: (percent) =>
      `पहले दो महीने कोई प्लैटफ़ॉर्म फ़ीस नहीं; उसके बाद ${percent}% जुड़ता है। 4 या 8 क्लास के पैकेज भी हैं।`,
  },
  steps: {
    title: 'आगे क्या होगा',
    list: [
      {
        title: 'अकाउंट बनाएँ',
        text: 'अपने ईमेल से साइन अप करें। इनवाइट कोड पहले से भरा होगा।',
      },
      {
        title: 'पहली क्लास बुक करें',
        text: 'उपलब्ध समय चुनें और कार्ड या UPI से पेमेंट करें। 24 घंटे पहले तक मुफ़्त रद्द कर सकते हैं।',
      },
      {
        title: 'नाचें',
        text: 'वीडियो लिंक और कैलेंडर इनवाइट ईमेल से आते हैं। फ़ोन, टैबलेट या लैपटॉप, किसी से भी जुड़ें।',
      },
    ],
  },
  words: {
    and: ' और ',
    languages: {
      English: 'अंग्रेज़ी',
      Hindi: 'हिन्दी',
      Tamil: 'तमिल',
      Telugu: 'तेलुगु',
      Kannada: 'कन्नड़',
      Malayalam: 'मलयालम',
      Marathi: 'मराठी',
      Gujarati: 'गुजराती',
      Bengali: 'बांग्ला',
      Odia: 'ओड़िया',
      Punjabi: 'पंजाबी',
      Urdu: 'उर्दू',
      Sanskrit: 'संस्कृत',
    },
  },
} satisfies Translated<typeof inviteCopy>
