import { frameCopy } from '@/copy/frame'
import { faqCopy, siteMetaCopy } from '@/copy/siteSections'
import { PLACEHOLDERS } from './siteConfig'

const url = '{{publicUrl}}'

/** Structured data of the front page for search engines (schema.org). */
export function structuredData(language: string): object {
  const organization = { '@id': `${url}/#organization` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: PLACEHOLDERS.productName,
        url: `${url}/`,
        logo: `${url}/icon-512.png`,
        email: PLACEHOLDERS.supportEmail,
        address: PLACEHOLDERS.postalAddress,
        description: siteMetaCopy.description,
      },
      {
        '@type': 'WebSite',
        '@id': `${url}/#site`,
        name: PLACEHOLDERS.productName,
        url: `${url}/`,
        publisher: organization,
      },
      {
        '@type': 'FAQPage',
        '@id': `${url}${frameCopy.homePath}#faq`,
        inLanguage: language,
        mainEntity: faqCopy.questions(PLACEHOLDERS.productName).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}
