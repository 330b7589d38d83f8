import { frameCopy } from '@/copy/frame'
import { type LegalText, legalCopy } from '@/copy/legal'
import { PageFrame } from './PageFrame'
import type { SiteConfig } from './siteConfig'

type Section = LegalText['sections'][number]

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

interface LegalPageProps {
  text: LegalText
  /** The path of the English page. */
  path: string
  /** For `Intl`. */
  locale: string
  config: SiteConfig
  /** The day of the build; a script replaces it by the current day. */
  today: Date
}

/** A legal text with a table of contents beside it. */
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
                <a href={`#${anchorOf(heading)}`}>{heading}</a>
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
    const date = new Date(`${day} UTC`)
    // The English date is word for word SPEC's.
    const text = locale === 'en-IN' ? day : formatLongDate(date, locale)
    return <time dateTime={date.toISOString().slice(0, 10)}>{text}</time>
  }
  return (
    <time data-today="" dateTime={today.toISOString().slice(0, 10)}>
      {formatLongDate(today, locale)}
    </time>
  )
}

function formatLongDate(day: Date, locale: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(day)
}

interface SectionTextProps {
  section: Section
  email: string
}

function SectionText({ section, email }: SectionTextProps) {
  return (
    <section id={anchorOf(section.heading)}>
      <h2>{section.heading}</h2>
      <SectionBody body={section.body} email={email} />
      {section.parts?.map((part) => (
        <div key={part.heading}>
          <h3>{part.heading}</h3>
          <SectionBody body={part.body} email={email} />
        </div>
      ))}
    </section>
  )
}

function SectionBody({ body, email }: { body: Section['body']; email: string }) {
  return body.map((block) =>
    typeof block === 'string' ? (
      <p key={block}>
        <LinkedText text={block} email={email} />
      </p>
    ) : (
      <ul key={block[0]}>
        {block.map((item) => (
          <li key={item}>
            <LinkedText text={item} email={email} />
          </li>
        ))}
      </ul>
    ),
  )
}

/** Text in which the support address and the names of the legal pages are links. */
function LinkedText({ text, email }: { text: string; email: string }) {
  const links = [
    { label: email, path: `mailto:${email}` },
    ...frameCopy.legalPages.map(({ label, path }) => ({ label, path })),
  ]
  const link = links.find(({ label }) => text.includes(label))
  if (!link) return text
  const [before = '', ...after] = text.split(link.label)
  return (
    <>
      <LinkedText text={before} email={email} />
      <a href={link.path}>{link.label}</a>
      <LinkedText text={after.join(link.label)} email={email} />
    </>
  )
}
