import type { sessionCopy } from '@/copy/session'
import type { Translated } from './translated'

export const session = {
  loginFailed: 'लॉग इन करते समय कोई गड़बड़ हुई',
  cancelled: 'लॉग इन पूरा नहीं हुआ। कुछ भी बदला नहीं है।',
  expired: 'इस लिंक का समय निकल चुका है, या यह पहले इस्तेमाल हो चुका है। कृपया फिर से लॉग इन करें।',
  failedHint: 'कृपया फिर कोशिश करें। दोबारा ऐसा हो तो हमारे सपोर्ट को लिखें।',
  tryAgain: 'फिर कोशिश करें',
  backToHome: 'होम पर वापस जाएँ',
} satisfies Translated<typeof sessionCopy>
