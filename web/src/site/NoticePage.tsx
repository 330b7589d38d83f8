import { frameCopy } from '@/copy/frame'
import { noticeCopy } from '@/copy/notices'
import { Kolam } from '@/ui/Kolam'
import { SiteBrand } from './SiteBrand'

export interface HindiNotice {
  title: string
  text: string
  action: string
  backToHome: string
}

interface NoticePageProps {
  productName: string
  notice: { title: string; text: string; action?: string }
  /** Sentences of which the server keeps one, by the name of their part. */
  parts?: Readonly<Record<string, string>>
  /** The same in Hindi, on a page that is shown in both languages. */
  hindi?: HindiNotice | undefined
}

/** A page with one message, such as 404. */
export function NoticePage({ productName, notice, parts = {}, hindi }: NoticePageProps) {
  return (
    <div className="notice">
      <header className="header">
        <SiteBrand productName={productName} />
      </header>
      <main id="content">
        <Kolam seed={notice.title} size={7} animated className="notice-art" />
        <h1>{notice.title}</h1>
        <p>{notice.text}</p>
        {hindi && (
          <div lang="hi">
            <h2>{hindi.title}</h2>
            <p>{hindi.text}</p>
          </div>
        )}
        {Object.entries(parts).map(([name, sentence]) => (
          <p key={name} data-part={name}>
            {sentence}
          </p>
        ))}
        <div className="notice-actions">
          {notice.action && (
            // A form without action requests the current URL again, without JavaScript.
            <form>
              <button type="submit" className="button">
                {notice.action}
                {hindi && <Translation text={hindi.action} />}
              </button>
            </form>
          )}
          <a className={notice.action ? 'button quiet' : 'button'} href={frameCopy.homePath}>
            {noticeCopy.backToHome}
            {hindi && <Translation text={hindi.backToHome} />}
          </a>
        </div>
      </main>
    </div>
  )
}

function Translation({ text }: { text: string }) {
  return (
    <>
      {' · '}
      <span lang="hi">{text}</span>
    </>
  )
}
