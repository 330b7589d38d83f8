import { Faq } from './Faq'
import { Features } from './Features'
import { Steps } from './Steps'
import { Support } from './Support'
import type { SiteConfig } from './siteConfig'
import { Teachers } from './Teachers'
import { Testimonial } from './Testimonial'

/** The sections of the front page below the hero. */
export function LandingSections({ config }: { config: SiteConfig }) {
  return (
    <>
      <Steps />
      <Teachers />
      <Features />
      {config.testimonial && <Testimonial {...config.testimonial} />}
      <Faq productName={config.productName} />
      <Support email={config.supportEmail} />
    </>
  )
}
