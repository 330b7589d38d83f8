import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { configQuery } from '@/api/config'
import { usePerson } from '@/session/useSession'
import { StudentActions } from '@/student/StudentActions'
import { Shell } from '@/ui/Shell'
import { ConfirmationCard } from './ConfirmationCard'
import { readLastBooking } from './lastBooking'
import { CARD_SECONDS } from './timings'

/** /confirmation: the last booking of this tab, or a redirect to the dashboard. */
export function ConfirmationPage() {
  const person = usePerson()
  const navigate = useNavigate()
  const { data: config } = useQuery(configQuery())
  const [booking] = useState(() => readLastBooking(person.id))
  if (!booking) return <Navigate to="/booking" hash="dashboard" replace />
  const leave = (hash: string) => void navigate({ to: '/booking', hash, replace: true })
  return (
    <Shell productName={config?.productName ?? ''} actions={<StudentActions />}>
      <ConfirmationCard
        booking={booking}
        seconds={CARD_SECONDS}
        onLeave={() => leave('dashboard')}
        onShowClasses={() => leave('activeclasses')}
      />
    </Shell>
  )
}
