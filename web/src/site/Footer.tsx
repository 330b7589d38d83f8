import { frameCopy } from '@/copy/frame'
import { Kolam } from '@/ui/Kolam'
import type { SiteConfig } from './siteConfig'

const copy = frameCopy.footer

export function Footer({ config }: { config: SiteConfig }) {
  return (
    <footer className="footer">
      <div className="footer-content">
        <div className="footer-about">
          <Kolam
            seed="mark"
            size={3}
            density={1}
            diamond={false}
            strokeWidth={0.09}
            className="footer-mark"
          />
          <p className="footer-name">{copy.made(config.productName)}</p>
          <address aria-label={copy.address}>{config.postalAddress}</address>
        </div>
        <nav aria-label={copy.legal}>
          <ul>
            {frameCopy.legalPages.map((page) => (
              <li key={page.path}>
                <a href={page.path}>{page.label}</a>
              </li>
            ))}
          </ul>
        </nav>
        <ul aria-label={copy.social}>
          {config.socialLinks.map((link) => (
            <li key={link.label} data-part="link">
              <a href={link.url} rel="noreferrer">
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </footer>
  )
}
