import type { feedCopy } from '@/copy/feed'
import type { Translated } from './translated'

export const feed = {
  title: 'आपका निजी कैलेंडर पता',
  hint: 'आपकी क्लासें आपके कैलेंडर में अपने आप दिखेंगी। जिसके पास यह लिंक है, वह आपकी क्लासें देख सकता है: इसे अपने तक रखें।',
  none: 'अभी आपका कोई कैलेंडर पता नहीं है।',
  create: 'पता बनाएँ',
  renew: 'नया पता बनाएँ',
  renewHint: 'नया पता बनाने या इसे बंद करने पर अभी वाला पता काम करना बंद कर देता है।',
  end: 'कैलेंडर पता बंद करें',
  addToGoogle: 'Google Calendar में जोड़ें',
  addToApple: 'Apple Calendar में जोड़ें',
  addToOutlook: 'Outlook में जोड़ें',
  address: 'कैलेंडर पता',
  copy: 'पता कॉपी करें',
  copied: 'कैलेंडर पता कॉपी हो गया',
  copyFailed: 'आपके ब्राउज़र ने पता कॉपी नहीं करने दिया',
  renewed: 'आपका नया कैलेंडर पता तैयार है। पहले वाला अब काम नहीं करेगा।',
  created: 'आपका कैलेंडर पता तैयार है।',
  ended: 'कैलेंडर पता बंद कर दिया गया।',
  failed: 'यह बदला नहीं जा सका। कृपया फिर कोशिश करें।',
  loading: 'आपका कैलेंडर पता लोड हो रहा है',
  loadFailed: 'आपका कैलेंडर पता लोड नहीं हो पाया।',
} satisfies Translated<typeof feedCopy>
