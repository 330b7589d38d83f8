import type { AppConfig } from '@/api/types'

/** The cancellation terms (D24). */
export const cancelling: AppConfig['cancelling'] = {
  money: [
    { hoursBefore: 24, brings: 'refund' },
    { hoursBefore: 12, brings: 'credit' },
  ],
  coupon: [
    { hoursBefore: 24, brings: 'refund' },
    { hoursBefore: 12, brings: 'credit' },
  ],
  credit: [{ hoursBefore: 12, brings: 'credit_returned' }],
}

/** The configuration in tests. */
export const config: AppConfig = {
  productName: 'Tala',
  supportEmail: 'support@example.com',
  postalAddress: '1 Temple Street, Chennai',
  socialLinks: [],
  publicUrl: 'http://localhost:3000',
  demo: true,
  oidc: {
    authority: 'http://localhost:3000/id',
    clientId: 'tala-web',
    scope: 'openid profile email offline_access',
    audience: 'tala-api',
    redirectPath: '/auth/callback',
    postLogoutPath: '/',
  },
  limits: { noticeHours: 12, windowDays: 28, creditWarningDays: 7 },
  cancelling,
  payments: null,
}
