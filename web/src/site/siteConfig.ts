/** What the public pages know of this installation. The server writes it into each page, so it is there without a call. */
export interface SiteConfig {
  productName: string
  supportEmail: string
  postalAddress: string
  socialLinks: { label: string; url: string }[]
  /** One person's word, or none. */
  testimonial: { quote: string; name: string; about: string } | null
}

/**
 * What the build renders with: marks that the server replaces (`crates/server/src/web/pages.rs`). What belongs to one
 * link, or to the testimonial, is repeated or left out as a whole.
 */
export const MARKS: SiteConfig = {
  productName: '{{productName}}',
  supportEmail: '{{supportEmail}}',
  postalAddress: '{{postalAddress}}',
  socialLinks: [{ label: '{{link.label}}', url: '{{link.url}}' }],
  testimonial: {
    quote: '{{testimonial.quote}}',
    name: '{{testimonial.name}}',
    about: '{{testimonial.about}}',
  },
}

/** For development, where no server fills the pages in. */
const UNFILLED: SiteConfig = {
  productName: 'Tala',
  supportEmail: 'support@tala.example',
  postalAddress: '12 Kutchery Road, Mylapore, Chennai',
  socialLinks: [{ label: 'Instagram', url: 'https://www.instagram.com/' }],
  testimonial: { quote: 'A word.', name: 'Somebody', about: 'a student' },
}

export function readSiteConfig(): SiteConfig {
  const text = document.getElementById('config')?.textContent ?? ''
  return text.startsWith('{"') ? (JSON.parse(text) as SiteConfig) : UNFILLED
}
