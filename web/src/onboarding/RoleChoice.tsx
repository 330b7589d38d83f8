import { IconArrowRight } from '@tabler/icons-react'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy as copy } from '@/copy/onboarding'
import { Kolam } from '@/ui/Kolam'
import { PageTitle } from '@/ui/PageTitle'
import classes from './RoleChoice.module.css'

interface RoleChoiceProps {
  name: string
  onStudent: () => void
}

/** Step 1: student or teacher. */
export function RoleChoice({ name, onStudent }: RoleChoiceProps) {
  const config = useAppConfig()
  return (
    <>
      <PageTitle title={copy.pageTitle} productName={config?.productName ?? ''}>
        {copy.welcome(name.split(' ')[0] ?? '')}
      </PageTitle>
      <p className={classes.question}>{copy.question}</p>
      <div className={classes.cards}>
        <button type="button" className={classes.card} onClick={onStudent}>
          <Kolam seed="tala-8" size={5} className={classes.ornament} />
          <span className={classes.name}>
            {copy.student.card} <IconArrowRight size={20} aria-hidden="true" />
          </span>
          <span className={classes.text}>{copy.student.cardText}</span>
        </button>
        <section className={classes.card} aria-labelledby="teacher-card">
          <Kolam seed="tala-30" size={5} className={classes.ornament} />
          <h2 id="teacher-card" className={classes.name}>
            {copy.teacher.card}
          </h2>
          <p className={classes.text}>{copy.teacher.cardText}</p>
          <p className={classes.soon}>
            {copy.teacher.soon} <a href={`mailto:${config?.supportEmail}`}>{config?.supportEmail}</a>
          </p>
        </section>
      </div>
    </>
  )
}
