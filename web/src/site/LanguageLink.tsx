import { frameCopy } from '@/copy/frame'

const copy = frameCopy.other

/** Link to this page in the other language. The script in the head stores the choice. */
export function LanguageLink({ path }: { path: string }) {
  return (
    <a
      className="language"
      href={copy.prefix + path}
      hrefLang={copy.code}
      lang={copy.code}
      data-language={copy.code}
    >
      {copy.name}
    </a>
  )
}
