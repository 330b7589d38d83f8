import { supportCopy as copy } from '@/copy/siteSections'

/** Contact to support. */
export function Support({ email }: { email: string }) {
  return (
    <section className="support" aria-labelledby="support">
      <div>
        <h2 id="support">{copy.title}</h2>
        <p>{copy.text}</p>
      </div>
      <a className="button" href={`mailto:${email}`}>
        {copy.action}
      </a>
    </section>
  )
}
