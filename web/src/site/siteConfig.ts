/** Configuration of the installation for the public pages. The server writes it into each page. */
export interface SiteConfig {
  productName: string
  supportEmail: string
  postalAddress: string
  socialLinks: { label: string; url: string }[]
  testimonial: { quote: string; name: string; about: string } | null
}

/**
 * Rendered at build time; the server replaces these placeholders
 * (`crates/server/src/web/pages.rs`). The element of a link is repeated for each link, and the
 * testimonial is removed if there is none.
 */
export const PLACEHOLDERS: SiteConfig = {
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

/** For development, where no server fills in the placeholders. */
const DEV_CONFIG: SiteConfig = {
  productName: 'Tala',
  supportEmail: 'support@tala.example',
  postalAddress: '12 Kutchery Road, Mylapore, Chennai',
  socialLinks: [{ label: 'Instagram', url: 'https://www.instagram.com/' }],
  testimonial: { quote: 'A word.', name: 'Somebody', about: 'a student' },
}

export function readSiteConfig(): SiteConfig {
  const text = document.getElementById('config')?.textContent ?? ''
  return text.startsWith('{"') ? (JSON.parse(text) as SiteConfig) : DEV_CONFIG
}
