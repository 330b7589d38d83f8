import { teachersCopy as copy } from '@/copy/siteSections'

/**
 * The teachers who agreed to be listed, and an example of a price. The server repeats or removes the
 * elements with `data-part` (`crates/server/src/web/front_page.rs`).
 */
export function Teachers() {
  return (
    <section className="teachers" data-part="teachers" aria-labelledby="teachers">
      <h2 id="teachers">{copy.title}</h2>
      <ul>
        <li data-part="teacher">
          <span className="teacher-art" data-part="photo">
            <img src="{{photo}}" alt="" width={96} height={96} loading="lazy" />
          </span>
          <span className="teacher-art" data-part="noPhoto">
            {'{{emblem}}'}
          </span>
          <b dir="auto">{'{{name}}'}</b>
          <span>{'{{styles}}'}</span>
        </li>
      </ul>
      <p className="price-example" data-part="example">
        {copy.example('{{rupees}}', '{{dollars}}')}
      </p>
      <p className="price-example">{copy.how}</p>
    </section>
  )
}
