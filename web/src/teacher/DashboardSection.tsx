import { useAppConfig } from '@/api/useAppConfig'
import { teacherCopy } from '@/copy/teacher'
import { usePerson } from '@/session/useSession'
import { PageTitle } from '@/ui/PageTitle'
import { TeacherEmblem } from '@/ui/TeacherEmblem'
import { InviteCode } from './InviteCode'
import classes from './TeacherPage.module.css'
import { UpcomingClasses } from './UpcomingClasses'

const copy = teacherCopy.dashboard

export function DashboardSection() {
  const person = usePerson()
  const config = useAppConfig()
  return (
    <>
      <div className={classes.welcome}>
        <TeacherEmblem teacherId={person.id} size="large" />
        <div>
          <PageTitle title={teacherCopy.menu.dashboard} productName={config?.productName ?? ''}>
            {copy.greeting(person.name.split(' ')[0] ?? '')}
          </PageTitle>
          <p className={classes.lead}>{copy.lead}</p>
        </div>
      </div>
      <InviteCode email={person.email} />
      <h2 className={classes.heading}>{copy.upcoming}</h2>
      <UpcomingClasses teacherId={person.id} />
    </>
  )
}
