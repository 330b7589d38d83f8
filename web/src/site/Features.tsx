import { classTypeLabel } from '@/copy/labels'
import { featuresCopy as copy } from '@/copy/siteSections'
import { Kolam } from '@/ui/Kolam'

const SLOTS = [
  [
    ['06:00', 'Private'],
    ['07:00', 'Private'],
    ['18:30', 'Group'],
  ],
  [
    ['07:00', 'Duet'],
    ['08:00', 'Private'],
  ],
  [
    ['06:00', 'Private'],
    ['17:30', 'Group'],
    ['19:00', 'Duet'],
  ],
] as const

/** What students get, with a picture of the calendar. */
export function Features() {
  return (
    <section className="features" aria-labelledby="features">
      <div className="features-head">
        <h2 id="features">{copy.title}</h2>
        <p>{copy.lead}</p>
        <CalendarPicture />
      </div>
      <ul className="feature-list">
        {copy.list.map((feature) => (
          <li key={feature.title}>
            <h3>{feature.title}</h3>
            <p>{feature.text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A decorative picture of the calendar. */
function CalendarPicture() {
  const { picture } = copy
  return (
    <div className="picture" aria-hidden="true">
      <div className="picture-days">
        {picture.days.map((day, index) => (
          <div key={day} className="picture-day">
            <b>{day}</b>
            {SLOTS[index]?.map(([time, type]) => (
              <span key={time} data-type={type}>
                {picture.times[time]}
                <small>{classTypeLabel(type)}</small>
              </span>
            ))}
          </div>
        ))}
      </div>
      <div className="picture-done">
        <Kolam seed="tala-10" size={3} diamond={false} strokeWidth={0.1} className="picture-art" />
        <span>
          <b>{picture.booked}</b>
          {picture.when}
        </span>
      </div>
    </div>
  )
}
