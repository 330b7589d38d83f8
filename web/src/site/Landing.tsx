import { siteCopy } from '@/copy/site'
import { Footer } from './Footer'
import { Header } from './Header'
import { Hero } from './Hero'
import { Steps } from './Steps'
import { Support } from './Support'
import { useConfig } from './useConfig'
import { useVisitor } from './useVisitor'

/** `/`: what the product is, and the ways in (SPEC §2). */
export function Landing() {
  const config = useConfig()
  const way = useVisitor()
  const productName = config?.productName ?? siteCopy.productName
  return (
    <>
      <a className="skip" href="#content">
        {siteCopy.skip}
      </a>
      <Header productName={productName} way={way} />
      <p className="banner">
        <b>{siteCopy.bannerLead}</b>
        {siteCopy.banner}
      </p>
      <main id="content" tabIndex={-1}>
        {way.visitor.failed && (
          <p className="failure" role="alert">
            {siteCopy.unavailable}
          </p>
        )}
        <Hero way={way} />
        <Steps />
        <Support email={config?.supportEmail ?? null} />
      </main>
      <Footer productName={productName} config={config} />
    </>
  )
}
