import { termsCopy } from '@/copy/terms'
import classes from '@/student/Panel.module.css'
import { StudentSectionTitle } from '@/student/StudentSectionTitle'
import { SupportLink } from '@/student/SupportLink'

const copy = termsCopy

/** The rules of the student area (SPEC §2; D24, D36). */
export function StudentTerms() {
  return (
    <div className={classes.panel}>
      <StudentSectionTitle title={copy.title}>{copy.title}</StudentSectionTitle>
      <p className={classes.lead}>{copy.lead}</p>
      {copy.sections.map(({ heading, points }) => (
        <section key={heading} className={classes.section}>
          <h2>{heading}</h2>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </section>
      ))}
      <p>
        {copy.questions} <SupportLink endsSentence />
      </p>
    </div>
  )
}
