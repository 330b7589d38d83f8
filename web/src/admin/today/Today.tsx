import { useQuery } from '@tanstack/react-query'
import { PendingTeachers } from '@/admin/approvals/PendingTeachers'
import { PageHeader } from '@/admin/PageHeader'
import { useDisabledReason } from '@/admin/roles'
import { Section } from '@/admin/Section'
import { HealthLine, StatCards } from '@/admin/StatCards'
import { useAdminToday } from '@/admin/useAdminToday'
import { liveOverviewQuery } from '@/api/admin'
import { owedQuery } from '@/api/adminPayouts'
import { adminCopy } from '@/copy/admin'
import { adminApprovalsCopy } from '@/copy/adminApprovals'
import { adminTodayCopy as copy } from '@/copy/adminToday'
import { formatLongDay } from '@/lib/time'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { listNeeds } from './needs'
import classes from './Today.module.css'

/** The start page: what needs an administrator, figures, health, and pending applications (SPEC §2). */
export function Today() {
  const overview = useQuery(liveOverviewQuery())
  const owed = useQuery(owedQuery()).data
  const today = useAdminToday()
  const reviews = useDisabledReason('support') === null
  return (
    <>
      <PageHeader title={copy.title} lead={formatLongDay(today)} />
      <QueryBoundary
        query={overview}
        loading={adminCopy.figures.loading}
        failed={adminCopy.figures.failed}
        height={420}
      >
        {(figures) => {
          const needs = listNeeds(figures, owed ?? [], { reviews })
          return (
            <>
              <Section title={copy.needs.title}>
                {needs.length === 0 ? (
                  <p className={classes.none}>{copy.needs.none}</p>
                ) : (
                  <ul className={classes.needs}>
                    {needs.map(({ key, text, amount, href, isUrgent }) => (
                      <li key={key} data-urgent={isUrgent || undefined}>
                        <a href={href}>{text}</a>
                        {amount && <span>{amount}</span>}
                      </li>
                    ))}
                  </ul>
                )}
              </Section>
              <StatCards figures={figures} owed={owed ?? []} />
              <HealthLine figures={figures} />
            </>
          )
        }}
      </QueryBoundary>
      <Section title={adminApprovalsCopy.title}>
        <PendingTeachers />
      </Section>
    </>
  )
}
