import { siteCopy } from '@/copy/site'

const copy = siteCopy.support

/** The way to a person. The address comes with the configuration; its place is kept until then. */
export function Support({ email }: { email: string | null }) {
  return (
    <section className="support" aria-labelledby="support">
      <div>
        <h2 id="support">{copy.title}</h2>
        <p>{copy.text}</p>
      </div>
      <div className="support-way">
        {email && (
          <a className="button" href={`mailto:${email}`}>
            {copy.action}
          </a>
        )}
      </div>
    </section>
  )
}
