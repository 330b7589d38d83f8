import { testimonialCopy } from '@/copy/siteSections'
import { Kolam } from '@/ui/Kolam'
import type { SiteConfig } from './siteConfig'

/** A testimonial from the configuration. */
export function Testimonial({ quote, name, about }: NonNullable<SiteConfig['testimonial']>) {
  return (
    <section className="testimonial" data-part="testimonial" aria-label={testimonialCopy.title}>
      <Kolam seed="tala-28" size={11} density={0.62} strokeWidth={0.05} className="testimonial-art" />
      <figure>
        <blockquote>
          <p className="quote">{quote}</p>
        </blockquote>
        <figcaption>
          <b>{name}</b>
          <span>{about}</span>
        </figcaption>
      </figure>
    </section>
  )
}
