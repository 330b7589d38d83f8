import { frameCopy } from '@/copy/frame'

const copy = frameCopy.other

/** To the same page in the other language; the script in the head keeps the choice. */
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
