import { frameCopy } from '@/copy/frame'
import { type LegalText, legalCopy } from '@/copy/legal'
import { PageFrame } from './PageFrame'
import type { SiteConfig } from './siteConfig'

type Section = LegalText['sections'][number]

const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

interface LegalPageProps {
  text: LegalText
  /** Its address in English. */
  path: string
  /** For `Intl`. */
  locale: string
  config: SiteConfig
  /** The day of the build, shown until a script says which day it is. */
  today: Date
}

/** A legal text with its contents beside it. */
export function LegalPage({ text, path, locale, config, today }: LegalPageProps) {
  return (
    <PageFrame config={config} path={path}>
      <main id="content" className="legal" tabIndex={-1}>
        <header className="legal-head">
          <h1>{text.title}</h1>
          <p className="lead">{text.lead}</p>
          {text.binding && (
            <p className="binding">
              {text.binding.note}{' '}
              <a href={`${path}?english`} hrefLang="en">
                {text.binding.link}
              </a>
            </p>
          )}
          {text.updated && (
            <p className="updated">
              {legalCopy.updated} <Updated day={text.updated} today={today} locale={locale} />
            </p>
          )}
        </header>
        <nav className="contents" aria-labelledby="contents">
          <h2 id="contents">{legalCopy.contents}</h2>
          <ol>
            {text.sections.map(({ heading }) => (
              <li key={heading}>
                <a href={`#${anchor(heading)}`}>{heading}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="legal-text">
          {text.sections.map((section) => (
            <SectionText key={section.heading} section={section} email={config.supportEmail} />
          ))}
          <a className="button quiet" href={frameCopy.homePath}>
            {frameCopy.backToHome}
          </a>
        </div>
      </main>
    </PageFrame>
  )
}

interface UpdatedProps {
  day: string
  today: Date
  locale: string
}

function Updated({ day, today, locale }: UpdatedProps) {
  if (day !== 'today') {
    const fixed = new Date(`${day} UTC`)
    // The English day is word for word the specification's.
    const words = locale === 'en-IN' ? day : longDay(fixed, locale)
    return <time dateTime={fixed.toISOString().slice(0, 10)}>{words}</time>
  }
  return (
    <time data-today="" dateTime={today.toISOString().slice(0, 10)}>
      {longDay(today, locale)}
    </time>
  )
}

function longDay(day: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}

interface SectionTextProps {
  section: Section
  email: string
}

function SectionText({ section, email }: SectionTextProps) {
  return (
    <section id={anchor(section.heading)}>
      <h2>{section.heading}</h2>
      <Body body={section.body} email={email} />
      {section.parts?.map((part) => (
        <div key={part.heading}>
          <h3>{part.heading}</h3>
          <Body body={part.body} email={email} />
        </div>
      ))}
    </section>
  )
}

function Body({ body, email }: { body: Section['body']; email: string }) {
  return body.map((piece) =>
    typeof piece === 'string' ? (
      <p key={piece}>
        <Linked text={piece} email={email} />
      </p>
    ) : (
      <ul key={piece[0]}>
        {piece.map((point) => (
          <li key={point}>
            <Linked text={point} email={email} />
          </li>
        ))}
      </ul>
    ),
  )
}

/** The text, with the support address and the names of the legal pages as links. */
function Linked({ text, email }: { text: string; email: string }) {
  const links = [
    { label: email, path: `mailto:${email}` },
    ...frameCopy.legalPages.map(({ label, path }) => ({ label, path })),
  ]
  const found = links.find(({ label }) => text.includes(label))
  if (!found) return text
  const [before = '', ...after] = text.split(found.label)
  return (
    <>
      <Linked text={before} email={email} />
      <a href={found.path}>{found.label}</a>
      <Linked text={after.join(found.label)} email={email} />
    </>
  )
}
