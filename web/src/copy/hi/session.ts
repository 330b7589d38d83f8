import type { sessionCopy } from '@/copy/session'
import type { Translated } from './translated'

export const session = {
  loginFailed: 'लॉग इन करते समय कोई गड़बड़ हुई',
  cancelled: 'लॉग इन पूरा नहीं हुआ। कुछ भी बदला नहीं है।',
  expired: 'इस लिंक का समय निकल चुका है, या यह पहले इस्तेमाल हो चुका है। कृपया फिर से लॉग इन करें।',
  failedHint: 'कृपया फिर कोशिश करें। दोबारा ऐसा हो तो हमारे सपोर्ट को लिखें।',
  tryAgain: 'फिर कोशिश करें',
  backToHome: 'होम पर वापस जाएँ',
  link: {
    title: 'अपने ईमेल की पुष्टि करें',
    lead: (email: string) =>
      `${email} से आपका अकाउंट पहले से है। इस तरीके से भी लॉग इन करने के लिए पुष्टि करें कि यह ईमेल आपका है।`,
    send: 'मुझे कोड ईमेल करें',
    sent: (email: string) => `हमने ${email} पर 6 अंकों का कोड भेजा है। यह 10 मिनट तक चलेगा।`,
    code: '6 अंकों का कोड',
    confirm: 'पुष्टि करें',
    sendAgain: 'नया कोड भेजें',
    otherWay: 'दूसरे तरीके से लॉग इन करें',
  },
  exists: {
    title: 'पहले की तरह लॉग इन करें',
    otherWay: 'दूसरे तरीके से लॉग इन करें',
  },
} satisfies Translated<typeof sessionCopy>
