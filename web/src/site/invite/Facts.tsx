import { inviteCopy } from '@/copy/invite'

const copy = inviteCopy.facts

/** What the teacher says: bio, lineage, training, highlights, and a link to a video. */
export function Facts() {
  return (
    <section className="invite-facts" aria-labelledby="facts">
      <h2 id="facts">{copy.title}</h2>
      <p className="bio" data-part="bio" dir="auto">
        {'{{bio}}'}
      </p>
      <dl>
        <Fact part="guru" label={copy.guru} value="{{guru}}" />
        <Fact part="years" label={copy.years} value={copy.yearsValue('{{years}}')} />
        <Fact part="ages" label={copy.ages} value="{{ages}}" />
        <Fact part="languages" label={copy.languages} value="{{languages}}" />
        <Fact part="education" label={copy.education} value="{{education}}" />
      </dl>
      <div data-part="highlights">
        <h3>{copy.highlights}</h3>
        <ul className="highlights">
          <li data-part="highlight" dir="auto">
            {'{{highlight}}'}
          </li>
        </ul>
      </div>
      <p className="video" data-part="video">
        <a className="button quiet" href="{{video}}" target="_blank" rel="noopener noreferrer nofollow">
          <span aria-hidden="true">▶</span> {copy.video}
        </a>
        <small>{copy.videoHint}</small>
      </p>
    </section>
  )
}

function Fact({ part, label, value }: { part: string; label: string; value: string }) {
  return (
    <div data-part={part}>
      <dt>{label}</dt>
      <dd dir="auto">{value}</dd>
    </div>
  )
}
