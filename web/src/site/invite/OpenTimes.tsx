import { inviteCopy } from '@/copy/invite'
import { acceptLink } from './acceptLink'

const copy = inviteCopy.times

/**
 * The next open times in the teacher's zone; the script shows them in the visitor's. Each one accepts
 * the invitation, and the student area then opens its booking dialog.
 */
export function OpenTimes() {
  return (
    <section className="invite-card" aria-labelledby="times">
      <h2 id="times">{copy.title}</h2>
      <div data-part="times">
        <p className="zone" data-zone="">
          {copy.zone('{{zone}}')}
        </p>
        <ul className="open-times">
          <li data-part="time" data-type="{{type}}">
            <a {...acceptLink} href={`${acceptLink.href}/{{instant}}/{{type}}`}>
              <time dateTime="{{instant}}">
                <span data-day="">{'{{day}}'}</span>
                <b data-clock="">{'{{clock}}'}</b>
              </time>
              <small>{'{{typeName}}'}</small>
            </a>
          </li>
        </ul>
      </div>
      <p className="zone" data-part="noTimes">
        {copy.none}
      </p>
    </section>
  )
}
