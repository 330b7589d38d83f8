import type { ReactNode } from 'react'
import { frameCopy } from '@/copy/frame'
import { siteCopy } from '@/copy/site'
import { Brand } from './Brand'
import { Footer } from './Footer'
import { LanguageLink } from './LanguageLink'
import type { SiteConfig } from './siteConfig'

interface PageFrameProps {
  config: SiteConfig
  /** Its address in English. */
  path: string
  children: ReactNode
}

/** Head and foot of the public pages that need no script. */
export function PageFrame({ config, path, children }: PageFrameProps) {
  return (
    <>
      <a className="skip" href="#content">
        {siteCopy.skip}
      </a>
      <header className="header">
        <Brand productName={config.productName} />
        <div className="frame-ways">
          <LanguageLink path={path} />
          <a className="way" href={frameCopy.homePath}>
            {frameCopy.backToHome}
          </a>
        </div>
      </header>
      {children}
      <Footer config={config} />
    </>
  )
}
