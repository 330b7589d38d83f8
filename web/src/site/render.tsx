import type { ReactElement } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { privacyHi } from '@/copy/hi/legalPrivacy'
import { refundsHi } from '@/copy/hi/legalRefunds'
import { termsHi } from '@/copy/hi/legalTerms'
import { inviteCopy } from '@/copy/invite'
import { privacy } from '@/copy/legalPrivacy'
import { refunds } from '@/copy/legalRefunds'
import { terms } from '@/copy/legalTerms'
import { noticeCopy } from '@/copy/notices'
import { siteMetaCopy } from '@/copy/siteSections'
import { setLanguage } from '@/lib/i18n'
import { messages } from '@/locales/hi/app.po'
import { hindiDateNames } from '@/locales/hi/dateNames'
import { messages as siteMessages } from '@/locales/hi/site.po'
import { messages as staticMessages } from '@/locales/hi/static.po'
import { InvitePage } from './invite/InvitePage'
import { scriptWords, serverWords } from './invite/words'
import { Landing } from './Landing'
import { LegalPage } from './LegalPage'
import { type HindiNotice, NoticePage } from './NoticePage'
import { PLACEHOLDERS } from './siteConfig'
import { structuredData } from './structuredData'

interface PrerenderedPage {
  language: Language
  /** File in the output folder; also the URL path, except for the front page. */
  file: string
  template: 'index.html' | 'page.html' | 'invite.html'
  /** The path of the English page, for search engines; `null` for pages that are not indexed. */
  path: string | null
  title: string
  description: string
  html: string
  data?: object
  /** The page of a teacher, which the server fills in for each request. */
  isInvitation?: boolean
  /** JSON for the page's script. */
  words?: object
}

const names = { product: PLACEHOLDERS.productName, email: PLACEHOLDERS.supportEmail }

const today = new Date()

type Language = keyof typeof LEGAL_TEXTS

const LEGAL_TEXTS = {
  en: { '/terms': terms, '/privacy-policy': privacy, '/refund-policy': refunds },
  hi: { '/terms': termsHi, '/privacy-policy': privacyHi, '/refund-policy': refundsHi },
}

function legalPages(language: Language): PrerenderedPage[] {
  return Object.entries(LEGAL_TEXTS[language]).map(([path, createText]) => {
    const text = createText(names)
    return {
      language,
      file: `${folderOf(language)}${path.slice(1)}.html`,
      template: 'page.html',
      path,
      title: `${text.title} · ${names.product}`,
      description: text.description,
      html: renderToString(
        <LegalPage text={text} path={path} locale={`${language}-IN`} config={PLACEHOLDERS} today={today} />,
      ),
    }
  })
}

function noticePage(
  language: Language,
  file: string,
  text: (typeof noticeCopy)['notFound'],
  parts: Record<string, string> = {},
  hindi?: HindiNotice,
): PrerenderedPage {
  const page: ReactElement = (
    <NoticePage notice={text} productName={names.product} parts={parts} hindi={hindi} />
  )
  return {
    language,
    file: folderOf(language) + file,
    template: 'page.html',
    path: null,
    title: `${text.title} · ${names.product}`,
    description: text.text,
    html: renderToString(page),
  }
}

/** The server fills in the number and keeps the sentence with the right unit. */
function limitedPage(language: Language): PrerenderedPage {
  const { limited } = noticeCopy
  const parts = { seconds: limited.seconds('{{count}}'), minutes: limited.minutes('{{count}}') }
  return noticePage(language, 'invite-limited.html', limited, parts)
}

function frontPage(language: Language): PrerenderedPage {
  return {
    language,
    file: language === 'en' ? 'index.html' : `${language}.html`,
    template: 'index.html',
    path: '/',
    title: siteMetaCopy.title(names.product),
    description: siteMetaCopy.description,
    html: renderToString(<Landing config={PLACEHOLDERS} />),
    data: structuredData(language),
  }
}

function invitePage(language: Language): PrerenderedPage {
  return {
    language,
    file: `${folderOf(language)}invite.tpl`,
    template: 'invite.html',
    path: '/t/{{code}}',
    title: inviteCopy.title('{{shortName}}', '{{styles}}'),
    description: inviteCopy.description('{{shortName}}', names.product),
    html: renderToStaticMarkup(<InvitePage config={PLACEHOLDERS} />),
    isInvitation: true,
    words: structuredClone(scriptWords()),
  }
}

function folderOf(language: Language): string {
  return language === 'en' ? '' : `${language}/`
}

/** Renders the public pages at build time, first in English, then in Hindi. */
export function renderPages() {
  setLanguage('en')
  const englishPages = [
    frontPage('en'),
    ...legalPages('en'),
    noticePage('en', '404.html', noticeCopy.notFound),
    noticePage('en', 'invite-unknown.html', noticeCopy.unknownInvitation),
    limitedPage('en'),
    invitePage('en'),
  ]
  const englishWords = serverWords()
  setLanguage('hi', { ...messages, ...siteMessages, ...staticMessages }, hindiDateNames)
  const hindiPages = [
    frontPage('hi'),
    ...legalPages('hi'),
    noticePage('hi', '404.html', noticeCopy.notFound),
    noticePage('hi', 'invite-unknown.html', noticeCopy.unknownInvitation),
    limitedPage('hi'),
    invitePage('hi'),
  ]
  const hindiWords = serverWords()
  const hindiOffline = { ...noticeCopy.offline, backToHome: noticeCopy.backToHome }
  // The service worker keeps one page for all addresses, so it is in both languages.
  setLanguage('en')
  const offlinePage = noticePage('en', 'offline.html', noticeCopy.offline, {}, hindiOffline)
  return {
    pages: [...englishPages, offlinePage, ...hindiPages],
    inviteWords: { en: englishWords, hi: hindiWords },
  }
}
