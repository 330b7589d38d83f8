import type { AppConfig } from '@/api/types'
import { siteCopy } from '@/copy/site'

interface FooterProps {
  productName: string
  config: AppConfig | null
}

export function Footer({ productName, config }: FooterProps) {
  return (
    <footer className="footer">
      <div className="footer-in">
        <p className="footer-name">{siteCopy.footer.made(productName)}</p>
        <address>{config?.postalAddress}</address>
        <ul aria-label={siteCopy.footer.social}>
          {config?.socialLinks.map((link) => (
            <li key={link.label}>
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
