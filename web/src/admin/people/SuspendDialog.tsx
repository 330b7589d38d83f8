import { Checkbox, Radio } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatAmounts } from '@/admin/formatAmounts'
import { ReasonDialog } from '@/admin/ReasonDialog'
import { useDisabledReason } from '@/admin/roles'
import { suspendPerson, suspensionPreviewQuery } from '@/api/adminPeople'
import type { AdminPersonDetails, AdminSuspensionPreview, AdminUnspentCredits } from '@/api/adminPeopleTypes'
import { isApiError } from '@/api/error'
import { adminSuspensionCopy } from '@/copy/adminSuspension'
import { QueryBoundary } from '@/ui/QueryBoundary'
import { cancelAllClasses, refundAllCredits } from './suspensionActions'

const copy = adminSuspensionCopy

interface SuspendDialogProps {
  data: AdminPersonDetails
  onClose: () => void
}

/** Suspends a person after showing what it affects; cancels their classes and refunds unspent credits if selected. */
export function SuspendDialog({ data: { person, teacher }, onClose }: SuspendDialogProps) {
  const preview = useQuery(suspensionPreviewQuery(person._id))
  const [cancels, setCancels] = useState(false)
  const [refunds, setRefunds] = useState(false)
  const suspend = async (reason: string) => {
    await suspendPerson(person._id, cancels, reason).catch((error: unknown) => {
      // The second attempt after only the cancellations or refunds failed.
      const hasMore = cancels || refunds
      if (!hasMore || !isApiError(error) || error.code !== 'already_processed') throw error
    })
    if (cancels) await cancelAllClasses(person._id, reason)
    if (refunds) await refundAllCredits(person._id, reason)
  }
  return (
    <ReasonDialog
      title={copy.title(person.name)}
      description={teacher ? copy.teacherText : copy.studentText}
      confirmLabel={copy.button}
      successMessage={copy.done}
      failureMessage={copy.failed}
      isDestructive
      focusesReason
      validate={() => !preview.isPending}
      onConfirm={suspend}
      onClose={onClose}
    >
      <QueryBoundary query={preview} loading={copy.loading} failed={copy.loadFailed} height={120}>
        {(effects) => (
          <>
            <ClassesField
              effects={effects}
              isTeacher={teacher !== null}
              cancels={cancels}
              onChange={setCancels}
            />
            <CreditsField
              effects={effects}
              name={person.name}
              givesBack={teacher !== null && cancels && effects.paidWithCredits > 0}
              refunds={refunds}
              onChange={setRefunds}
            />
          </>
        )}
      </QueryBoundary>
    </ReasonDialog>
  )
}

interface ClassesFieldProps {
  effects: AdminSuspensionPreview
  isTeacher: boolean
  cancels: boolean
  onChange: (cancels: boolean) => void
}

/** Whether the upcoming classes are cancelled, and what the students get back. */
function ClassesField({ effects, isTeacher, cancels, onChange }: ClassesFieldProps) {
  const { classes, bookings, paidWithCredits, students } = effects
  if (bookings === 0) return <p>{copy.noClasses}</p>
  const paid = bookings - paidWithCredits
  const consequences = [
    paid > 0 && copy.cancel.paid(paid),
    paidWithCredits > 0 && copy.cancel.credits(paidWithCredits),
    copy.cancel.mail(isTeacher ? copy.cancel.students(students) : copy.cancel.student, classes),
    copy.cancel.kept(classes),
  ].filter((text) => text !== false)
  return (
    <Checkbox
      label={copy.cancel.label(classes)}
      description={consequences.join(' ')}
      checked={cancels}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

interface CreditsFieldProps {
  effects: AdminSuspensionPreview
  name: string
  /** Classes that are cancelled return credits to students. */
  givesBack: boolean
  refunds: boolean
  onChange: (refunds: boolean) => void
}

/** Whether unspent credits are kept or refunded. Empty if there are none and no class gives some back. */
function CreditsField({ effects, name, givesBack, refunds, onChange }: CreditsFieldProps) {
  const noRefundReason = useDisabledReason('finance')
  const { unspentCredits: unspent } = effects
  if (unspent.credits === 0 && !givesBack) return null
  return (
    <Radio.Group
      label={
        unspent.credits > 0
          ? copy.credits.label(unspent.credits, unspent.students, unspent.more)
          : copy.credits.ofClasses
      }
      description={[copy.credits.hint(name), givesBack && copy.credits.fromClasses].filter(Boolean).join(' ')}
      value={refunds ? 'refund' : 'keep'}
      onChange={(value) => onChange(value === 'refund')}
    >
      <Radio value="keep" label={copy.credits.keep} description={copy.credits.keepText} mt="xs" />
      <Radio
        value="refund"
        label={copy.credits.refund}
        description={noRefundReason ?? refundText(unspent, givesBack)}
        disabled={noRefundReason !== null || (unspent.refundableCredits === 0 && !givesBack)}
        mt="xs"
      />
    </Radio.Group>
  )
}

function refundText(unspent: AdminUnspentCredits, givesBack: boolean): string {
  const { credits, refundableCredits, refundable } = unspent
  const stays = credits - refundableCredits
  if (refundableCredits === 0 && !givesBack) return copy.credits.refundNothing(credits)
  return [
    refundableCredits > 0 && copy.credits.refundText(refundableCredits, formatAmounts(refundable)),
    givesBack && copy.credits.refundReturned,
    stays > 0 && copy.credits.stay(stays),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Refunds the unspent credits with a teacher who is suspended already, if any of them were paid for. */
export function RefundCreditsDialog({ data: { person }, onClose }: SuspendDialogProps) {
  const preview = useQuery(suspensionPreviewQuery(person._id))
  const unspent = preview.data?.unspentCredits
  return (
    <ReasonDialog
      title={copy.refund.title(person.name)}
      description={
        <QueryBoundary query={preview} loading={copy.loading} failed={copy.loadFailed} height={60}>
          {({ unspentCredits }) =>
            unspentCredits.credits === 0 ? copy.refund.none : refundText(unspentCredits, false)
          }
        </QueryBoundary>
      }
      confirmLabel={copy.refund.confirm}
      failureMessage={copy.refund.failed}
      isDestructive
      isDisabled={preview.isPending || (unspent?.refundableCredits === 0 && !unspent.more)}
      onConfirm={(reason) => refundAllCredits(person._id, reason)}
      onClose={onClose}
    />
  )
}
