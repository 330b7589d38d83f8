import { frameCopy } from '@/copy/frame'
import { noticeCopy } from '@/copy/notices'
import { Kolam } from '@/ui/Kolam'
import { Brand } from './Brand'

interface NoticePageProps {
  productName: string
  notice: { title: string; text: string; action?: string }
}

/** A whole page that says one thing, and how to go on. */
export function NoticePage({ productName, notice }: NoticePageProps) {
  return (
    <div className="notice">
      <header className="header">
        <Brand productName={productName} />
      </header>
      <main id="content">
        <Kolam seed={notice.title} size={7} draw className="notice-art" />
        <h1>{notice.title}</h1>
        <p>{notice.text}</p>
        <div className="notice-ways">
          {notice.action && (
            // Asks for the address that could not be fetched, whatever it was, without any script.
            <form>
              <button type="submit" className="button">
                {notice.action}
              </button>
            </form>
          )}
          <a className={notice.action ? 'button quiet' : 'button'} href={frameCopy.homePath}>
            {noticeCopy.backToHome}
          </a>
        </div>
      </main>
    </div>
  )
}
