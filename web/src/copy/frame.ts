import { texts } from '@/lib/language'

/** What stands around every public page. */
export const frameCopy = texts('frame', {
  home: (product: string) => `${product}, home`,
  backToHome: 'Back to Home',
  homePath: '/',
  /** The other language by its own name, and where its pages are. */
  other: { code: 'hi', name: 'हिन्दी', prefix: '/hi' },
  footer: {
    made: (product: string) => `${product}: live dance classes by invitation`,
    legal: 'Legal',
    social: 'Elsewhere',
    address: 'Postal address',
  },
  legalPages: [
    { path: '/terms', label: 'Terms and Conditions' },
    { path: '/privacy-policy', label: 'Privacy Policy' },
    { path: '/refund-policy', label: 'Refund Policy' },
  ],
})
