import type { ReactNode } from 'react'
import { frameCopy } from '@/copy/frame'
import { siteCopy } from '@/copy/site'
import { Footer } from './Footer'
import { LanguageLink } from './LanguageLink'
import { SiteBrand } from './SiteBrand'
import type { SiteConfig } from './siteConfig'

interface PageFrameProps {
  config: SiteConfig
  /** The path of the English page. */
  path: string
  children: ReactNode
}

/** Header and footer of the static public pages. */
export function PageFrame({ config, path, children }: PageFrameProps) {
  return (
    <>
      <a className="skip" href="#content">
        {siteCopy.skip}
      </a>
      <header className="header">
        <SiteBrand productName={config.productName} />
        <div className="frame-actions">
          <LanguageLink path={path} />
          <a className="header-action" href={frameCopy.homePath}>
            {frameCopy.backToHome}
          </a>
        </div>
      </header>
      {children}
      <Footer config={config} />
    </>
  )
}
