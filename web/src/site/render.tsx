import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import { layOver } from '@/copy/hi/lay'
import { legalFrame } from '@/copy/hi/legal'
import { privacyHi } from '@/copy/hi/legalPrivacy'
import { refundsHi } from '@/copy/hi/legalRefunds'
import { termsHi } from '@/copy/hi/legalTerms'
import { notices } from '@/copy/hi/notices'
import { siteHindi } from '@/copy/hi/site'
import { privacy } from '@/copy/legalPrivacy'
import { refunds } from '@/copy/legalRefunds'
import { terms } from '@/copy/legalTerms'
import { noticeCopy } from '@/copy/notices'
import { siteCopy } from '@/copy/site'
import { translate } from '@/lib/language'
import { Landing } from './Landing'
import { LegalPage } from './LegalPage'
import { NoticePage } from './NoticePage'
import { MARKS } from './siteConfig'
import { structuredData } from './structuredData'

interface Page {
  language: Language
  /** In the build's folder; also its address, except for the front page. */
  file: string
  template: 'index.html' | 'page.html'
  /** Its address in English, where search engines shall look for it; pages without an address are not for them. */
  path: string | null
  title: string
  description: string
  html: string
  data?: object
}

const names = { product: MARKS.productName, email: MARKS.supportEmail }

const today = new Date()

type Language = keyof typeof LEGAL

const LEGAL = {
  en: { '/terms': terms, '/privacy-policy': privacy, '/refund-policy': refunds },
  hi: { '/terms': termsHi, '/privacy-policy': privacyHi, '/refund-policy': refundsHi },
}

function legal(language: Language): Page[] {
  return Object.entries(LEGAL[language]).map(([path, write]) => {
    const text = write(names)
    return {
      language,
      file: `${folder(language)}${path.slice(1)}.html`,
      template: 'page.html',
      path,
      title: `${text.title} · ${names.product}`,
      description: text.description,
      html: renderToString(
        <LegalPage text={text} path={path} locale={`${language}-IN`} config={MARKS} today={today} />,
      ),
    }
  })
}

function notice(language: Language, file: string, text: (typeof noticeCopy)['notFound']): Page {
  const page: ReactElement = <NoticePage notice={text} productName={names.product} />
  return {
    language,
    file: folder(language) + file,
    template: 'page.html',
    path: null,
    title: `${text.title} · ${names.product}`,
    description: text.text,
    html: renderToString(page),
  }
}

function front(language: Language): Page {
  return {
    language,
    file: language === 'en' ? 'index.html' : `${language}.html`,
    template: 'index.html',
    path: '/',
    title: siteCopy.title(names.product),
    description: siteCopy.description,
    html: renderToString(<Landing config={MARKS} />),
    data: structuredData(language),
  }
}

function folder(language: Language): string {
  return language === 'en' ? '' : `${language}/`
}

/** The public pages as text, at build time: in English, and then, with the other texts laid over, in Hindi. */
export function render(): Page[] {
  const english = [
    front('en'),
    ...legal('en'),
    notice('en', '404.html', noticeCopy.notFound),
    notice('en', 'offline.html', noticeCopy.offline),
  ]
  translate(layOver({ ...siteHindi, notices, legal: legalFrame }))
  return [...english, front('hi'), ...legal('hi'), notice('hi', '404.html', noticeCopy.notFound)]
}
