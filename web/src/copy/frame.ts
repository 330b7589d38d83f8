import { registerCatalogue } from '@/lib/i18n'

/** Header and footer of every public page. */
export const frameCopy = registerCatalogue('frame', {
  home: (product: string) => `${product}, home`,
  backToHome: 'Back to Home',
  homePath: '/',
  /** The other language: its own name and the path prefix of its pages. */
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
