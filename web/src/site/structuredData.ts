import { frameCopy } from '@/copy/frame'
import { siteCopy } from '@/copy/site'
import { MARKS } from './siteConfig'

const url = '{{publicUrl}}'

/** What the front page says, for search engines (schema.org). */
export function structuredData(language: string): object {
  const organization = { '@id': `${url}/#organization` }
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        ...organization,
        name: MARKS.productName,
        url: `${url}/`,
        logo: `${url}/icon-512.png`,
        email: MARKS.supportEmail,
        address: MARKS.postalAddress,
        description: siteCopy.description,
      },
      {
        '@type': 'WebSite',
        '@id': `${url}/#site`,
        name: MARKS.productName,
        url: `${url}/`,
        publisher: organization,
      },
      {
        '@type': 'FAQPage',
        '@id': `${url}${frameCopy.homePath}#faq`,
        inLanguage: language,
        mainEntity: siteCopy.faq.questions(MARKS.productName).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }
}
