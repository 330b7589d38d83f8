import { createPluralizer } from '@/copy/plural'
import type { studentCopy } from '@/copy/student'
import { contact } from './studentContact'
import type { Translated } from './translated'

const plural = createPluralizer('hi-IN')

export const student = {
  area: {
    teacherDefault: 'आपके शिक्षक',
  },

  menu: {
    label: 'विद्यार्थी मेन्यू',
    dashboard: 'डैशबोर्ड',
    myClasses: 'मेरी क्लासें',
    activeClasses: 'आने वाली क्लासें',
    pastClasses: 'पिछली क्लासें',
    myCredits: 'मेरे क्रेडिट',
    contactUs: 'संपर्क करें',
    terms: 'नियम और शर्तें',
    myAccount: 'मेरा अकाउंट',
    logout: 'लॉग आउट',
  },

  welcome: {
    greeting: (firstName) => (firstName ? `नमस्ते, ${firstName}` : 'नमस्ते'),
    learnWith: 'आपके शिक्षक',
    inviteOnly: (product) => `${product} से सिर्फ़ निमंत्रण पर जुड़ सकते हैं, और पहले दो महीने कोई प्लैटफ़ॉर्म फ़ीस नहीं लगती।`,
    inviteOnlyPlain: (product) => `${product} से सिर्फ़ निमंत्रण पर जुड़ सकते हैं।`,
    feeWaivedUntil: (moment) => `आपके लिए यह छूट ${moment} तक है।`,
    benefitsTitle: 'यहाँ आपको क्या मिलता है',
    benefits: [
      'ऐसे शिक्षक के साथ लाइव वीडियो क्लास, जो आपको जानते हैं',
      'शिक्षक का हर खाली समय, आपकी घड़ी के हिसाब से',
      'एक क्रेडिट, एक क्लास: कोई सब्सक्रिप्शन नहीं',
      'हर क्लास के लिए पुष्टि का ईमेल और कैलेंडर इनवाइट',
    ],
    nextClass: 'आपकी अगली क्लास',
  },

  calendar: {
    label: 'तारीख़ चुनें',
    freeDay: (day, count) => `${day}, ${plural(count, 'क्लास उपलब्ध', 'क्लास उपलब्ध')}`,
    nextMonth: 'अगला महीना',
    previousMonth: 'पिछला महीना',
    weekdays: ['सो', 'मं', 'बु', 'गु', 'शु', 'श', 'र'],
    legend: 'बिंदी वाले दिनों में क्लासें उपलब्ध हैं।',
  },

  expiry: {
    alert: (days) => `आपके क्लास क्रेडिट जल्द ख़त्म होने वाले हैं! ${plural(days, 'दिन बचा है', 'दिन बचे हैं')}।`,
    next: (moment) => `अगले क्रेडिट ${moment} को ख़त्म होंगे।`,
  },

  slots: {
    title: 'उपलब्ध क्लासें',
    yourClock: (zone) => `समय आपकी घड़ी के अनुसार है (${zone})।`,
    bothClocks: (zone, city) => `समय आपकी घड़ी के अनुसार है (${zone}); नीचे आपके शिक्षक का समय (${city})।`,
    teacherClock: (time, city) => `आपके शिक्षक के लिए ${time} (${city})`,
    teacherClockShort: (time, city) => `${time} ${city}`,
    teacherClockHidden: '(आपके शिक्षक की घड़ी)',
    clockShift: (day, minutes) =>
      `घड़ियाँ बदलेंगी: ${day} से आपके शिक्षक के उसी समय की क्लास आपके लिए ${formatShift(minutes)} होगी।`,
    cost: (credits) => plural(credits, 'क्रेडिट', 'क्रेडिट'),
    held: 'आपके लिए रोकी गई',
    checking: 'पेमेंट जाँचा जा रहा है',
    seats: (count) => plural(count, 'सीट बाक़ी', 'सीटें बाक़ी'),
    count: (count) => plural(count, 'क्लास उपलब्ध', 'क्लास उपलब्ध'),
    emptyDayTitle: 'कोई और तारीख़ देखें',
    emptyDayHint: 'कैलेंडर से चुनें',
    emptyMobileTitle: 'इस दिन कोई समय खाली नहीं है',
    emptyMobileHint: 'कृपया कोई और तारीख़ चुनें',
    noDateChosen: 'उपलब्ध समय देखने के लिए कृपया कैलेंडर से तारीख़ चुनें',
    noneAtAll: 'अगले चार हफ़्तों में आपके शिक्षक का कोई समय खाली नहीं है। नया समय खुलते ही यहाँ अपने आप दिखेगा।',
    loadFailed: 'उपलब्ध समय लोड नहीं हो पाए',
    earlier: 'पहले के दिन',
    later: 'आगे के दिन',
    toNextFree: (day) => `${day} पर जाएँ`,
    invalid: 'चुना गया समय सही नहीं है',
    none: 'कृपया क्लास का समय चुनें',
    loading: 'उपलब्ध क्लासें लोड हो रही हैं',
  },

  invite: {
    otherTeacher: (teacher) => `वह लिंक ${teacher} का है, पर यहाँ आप किसी और शिक्षक से सीखते हैं।`,
    unknown: (code) => `इनवाइट कोड ${code} हमें नहीं मिला। आपको अपने शिक्षक की सभी क्लासें दिख रही हैं।`,
    showAll: 'मेरी सभी क्लासें दिखाएँ',
  },

  booking: {
    title: 'अपनी क्लास बुक करें',
    name: 'नाम',
    email: 'ईमेल',
    phone: 'फ़ोन',
    phoneHint: 'ज़रूरी नहीं। सपोर्ट के लिए हम इसे इस बुकिंग के साथ रखते हैं।',
    date: 'क्लास की तारीख़',
    time: 'क्लास का समय',
    type: 'क्लास का प्रकार',
    creditCost: 'लगने वाले क्रेडिट',
    availableCredits: 'आपके पास क्रेडिट',
    virtual: 'वर्चुअल क्लास',
    yes: 'हाँ',
    insufficient: 'क्रेडिट काफ़ी नहीं हैं',
    insufficientHelp: (cost, available) =>
      `इस क्लास में ${plural(cost, 'क्रेडिट लगता है', 'क्रेडिट लगते हैं')} और आपके पास ${plural(available, 'है', 'हैं')}। क्रेडिट के लिए लिखें:`,
    cancel: 'रहने दें',
    close: 'बंद करें',
    chooseAnother: 'दूसरा समय चुनें',
    confirm: (credits) => `क्रेडिट से बुक करें (${plural(credits, 'क्रेडिट', 'क्रेडिट')})`,
    retry: 'फिर कोशिश करें',
    lost: 'जवाब आने से पहले कनेक्शन टूट गया। फिर कोशिश करें: क्लास पहले ही बुक हो चुकी हो तो दोबारा बुक नहीं होगी।',
    unknown: 'सर्वर का पूरा जवाब नहीं आया। फिर कोशिश करें: क्लास पहले ही बुक हो चुकी हो तो दोबारा बुक नहीं होगी।',
    vanishedTitle: 'यह क्लास अभी-अभी निकल गई',
    vanished: 'किसी ने पल भर पहले बुक कर ली, या शिक्षक ने यह समय हटा लिया। आपके क्रेडिट वैसे ही हैं।',
    failed: 'क्रेडिट से क्लास बुक नहीं हो पाई',
    creditsUnread: 'हम आपके क्रेडिट नहीं देख पाए।',
  },

  confirmation: {
    title: 'आपकी क्लास बुक हो गई',
    announce: (date, time) => `${date} को ${time} बजे की आपकी क्लास बुक हो गई।`,
    name: 'नाम',
    bookingId: 'बुकिंग आईडी',
    copyId: ', पूरी बुकिंग आईडी कॉपी करें',
    idCopied: 'बुकिंग आईडी कॉपी हो गई',
    idCopyFailed: (id) => `आपके ब्राउज़र ने कॉपी नहीं करने दिया। बुकिंग आईडी है: ${id}`,
    email: 'ईमेल',
    date: 'क्लास की तारीख़',
    time: 'क्लास का समय',
    teacher: 'शिक्षक',
    mailSent: (email) => `पुष्टि का ईमेल ${email} पर भेज दिया गया है।`,
    mailFailed: 'क्लास बुक हो गई है, पर पुष्टि का ईमेल नहीं भेजा जा सका। बुकिंग की जानकारी आपके डैशबोर्ड पर है।',
    calendarFailed: 'क्लास बुक हो गई है, पर कैलेंडर इनवाइट नहीं भेजा जा सका।',
    addToGoogle: 'Google Calendar में जोड़ें',
    addToOther: 'किसी और कैलेंडर में जोड़ें',
    calendarTitle: (type, teacher) => `${teacher} के साथ ${type} डांस क्लास`,
    calendarDetails: (code, link) => `बुकिंग ${code}।${link ? ` यहाँ से जुड़ें: ${link}` : ''}`,
    returning: (seconds) => `${plural(seconds, 'सेकंड', 'सेकंड')} में डैशबोर्ड पर वापस`,
    paused: 'आराम से देखें; जब तक आप यहाँ हैं, यह पेज खुला रहेगा।',
    stays: 'यह पेज खुला रहेगा।',
    stay: 'यहीं रहें',
    dashboard: 'डैशबोर्ड पर वापस जाएँ',
    viewClasses: 'आने वाली क्लासें देखें',
  },

  classes: {
    activeTitle: 'आने वाली क्लासें',
    pastTitle: 'पिछली क्लासें',
    activeEmpty: 'कोई आने वाली क्लास नहीं है',
    pastEmpty: 'अब तक कोई क्लास नहीं हुई',
    activeEmptyHint: 'डैशबोर्ड पर कोई खाली समय चुनें, आपकी क्लास यहाँ दिखेगी।',
    pastEmptyHint: 'जो क्लासें आप लेंगे, वे यहाँ जमा होती जाएँगी।',
    book: 'क्लास बुक करें',
    loadFailed: 'हम आपकी क्लासें लोड नहीं कर पाए।',
    columns: {
      date: 'क्लास की तारीख़',
      time: 'क्लास का समय',
      link: 'मीटिंग लिंक',
      cost: 'क्रेडिट',
      status: 'बुकिंग की स्थिति',
      booked: 'बुकिंग की तारीख़',
    },
    join: 'मीटिंग से जुड़ें',
    calendarFile: 'कैलेंडर में जोड़ें',
    calendarFileFailed: 'कैलेंडर के लिए क्लास नहीं पढ़ी जा सकी। कृपया फिर कोशिश करें।',
    joinNamed: (date, time) => `, ${date}, ${time}`,
    linkLater: 'अभी तय नहीं',
    linkPast: 'क्लास हो चुकी है',
    linkCancelled: '–',
    status: { confirmed: 'कन्फ़र्म', completed: 'पूरी हुई', cancelled: 'रद्द' },
    noShow: 'आप नहीं आए',
    loading: 'आपकी क्लासें लोड हो रही हैं',
  },

  credits: {
    title: 'मेरे क्रेडिट',
    remaining: (count) => plural(count, 'क्लास बाक़ी', 'क्लास बाक़ी'),
    expiresOn: 'आख़िरी तारीख़:',
    firstExpire: (count) => `पहले ${count === 1 ? '' : `${count} `}क्रेडिट की आख़िरी तारीख़:`,
    none: 'अभी आपके पास कोई क्रेडिट नहीं है।',
    howToGet: 'और क्रेडिट पाने के लिए लिखें:',
    lotsTitle: 'आपके क्रेडिट, आख़िरी तारीख़ के क्रम में',
    lotsHint: 'जो पहले ख़त्म होने वाले हैं, वे पहले लगते हैं।',
    lotLeft: (remaining, total) => `${total} में से ${remaining} बाक़ी`,
    lotOrigin: { bought: 'ख़रीदे हुए', granted: 'उपहार', returned: 'लौटाए गए' },
    lotExpires: (moment) => `आख़िरी तारीख़: ${moment}`,
    lotTeacher: (name) => `${name} की क्लास के लिए`,
    historyTitle: 'हर क्रेडिट का हिसाब',
    historyEmpty: 'अब तक क्रेडिट में कुछ नहीं हुआ।',
    historyEmptyHint: 'जो भी क्रेडिट मिलेगा या लगेगा, उसकी यहाँ एक पंक्ति होगी।',
    columns: { when: 'कब', what: 'क्या हुआ', change: 'क्रेडिट' },
    bought: (count) => `आपने ${plural(count, 'क्रेडिट ख़रीदा', 'क्रेडिट ख़रीदे')}।`,
    granted: (count, klass) =>
      `${klass ? `${klass} की क्लास के बदले ` : ''}आपको ${plural(count, 'क्रेडिट दिया गया', 'क्रेडिट दिए गए')}।`,
    used: (count, klass) =>
      `${klass ? `${klass} की क्लास में` : 'एक क्लास में'} ${plural(count, 'क्रेडिट लगा', 'क्रेडिट लगे')}।`,
    returned: (count, klass) =>
      `${klass ? `${klass} की क्लास से ` : ''}${plural(count, 'क्रेडिट आपको वापस मिला', 'क्रेडिट आपको वापस मिले')}।`,
    expired: (count) => `${plural(count, 'क्रेडिट की अवधि', 'क्रेडिट की अवधि')} ख़त्म हो गई।`,
    refunded: (count) => `${plural(count, 'क्रेडिट', 'क्रेडिट')} के बदले आपके पैसे लौटाए गए।`,
    loadFailed: 'हम आपके क्रेडिट लोड नहीं कर पाए।',
    loading: 'आपके क्रेडिट लोड हो रहे हैं',
  },

  contact,
} satisfies Translated<typeof studentCopy>

function formatShift(minutes: number): string {
  const size = Math.abs(minutes)
  const duration = size % 60 === 0 ? plural(size / 60, 'घंटा', 'घंटे') : plural(size, 'मिनट', 'मिनट')
  return `${duration} ${minutes < 0 ? 'पहले' : 'बाद'}`
}
