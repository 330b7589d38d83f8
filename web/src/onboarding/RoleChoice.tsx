import { Alert } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useAppConfig } from '@/api/useAppConfig'
import { onboardingCopy as copy } from '@/copy/onboarding'
import { wizardCopy } from '@/copy/wizard'
import { Kolam } from '@/ui/Kolam'
import { PageTitle } from '@/ui/PageTitle'
import classes from './RoleChoice.module.css'

interface RoleChoiceProps {
  name: string
  /** An earlier application was rejected. */
  rejected: boolean
  onStudent: () => void
  onTeacher: () => void
}

/** Step 1: student or teacher. */
export function RoleChoice({ name, rejected, onStudent, onTeacher }: RoleChoiceProps) {
  const config = useAppConfig()
  return (
    <>
      <PageTitle title={copy.pageTitle} productName={config?.productName ?? ''}>
        {copy.welcome(name.split(' ')[0] ?? '')}
      </PageTitle>
      <p className={classes.question}>{copy.question}</p>
      {rejected && (
        <Alert color="yellow" role="alert" mb="lg">
          {wizardCopy.rejected}
        </Alert>
      )}
      <div className={classes.cards}>
        <button type="button" className={classes.card} onClick={onStudent}>
          <Kolam seed="tala-8" size={5} className={classes.ornament} />
          <span className={classes.name}>
            {copy.student.card} <IconArrowRight size={20} aria-hidden="true" />
          </span>
          <span className={classes.text}>{copy.student.cardText}</span>
        </button>
        <button type="button" className={classes.card} onClick={onTeacher}>
          <Kolam seed="tala-7" size={7} strokeWidth={0.082} className={classes.ornament} />
          <span className={classes.name}>
            {copy.teacher.card} <IconArrowRight size={20} aria-hidden="true" />
          </span>
          <span className={classes.text}>{copy.teacher.cardText}</span>
        </button>
      </div>
    </>
  )
}
