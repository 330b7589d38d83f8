import { Button, Modal, TextInput } from '@mantine/core'
import { studentCopy } from '@/copy/student'
import { cancelUntil, hourWords } from '@/student/classFacts'
import { Facts } from '@/student/Facts'
import { useIsWide } from '@/ui/useIsWide'
import classes from './BookingModal.module.css'
import { BookingNotices } from './BookingNotices'
import { type BookingState, canConfirm, canEditPhone } from './booking'
import { type CreditsState, insufficient, sufficient } from './creditsState'

interface BookingModalProps {
  opened: boolean
  /** The last state with a slot in it; it stays on view while the dialog closes. */
  state: Exclude<BookingState, { name: 'choosing' }>
  student: { name: string; email: string }
  credits: CreditsState
  zone: string
  teacherZone: string | null
  onPhone: (phone: string) => void
  /** `byKeyboard` when the button was pressed with a key or by a screen reader. */
  onConfirm: (byKeyboard: boolean) => void
  onClose: () => void
  /** The dialog has left the page; focus is the caller's to place. */
  onClosed: () => void
}

const copy = studentCopy.booking

/** 'Book Your Class': what will be booked, for whom, and what it costs. */
export function BookingModal(props: BookingModalProps) {
  const { state, student, credits, zone, teacherZone } = props
  const { slot, phone } = state.attempt
  const wide = useIsWide()
  const until = cancelUntil(slot, zone)
  const words = hourWords(slot, zone, teacherZone)
  const booking = state.name === 'booking'
  const again = state.name === 'failed' && canConfirm(state)
  const deadEnd = !booking && !canConfirm(state)
  const lacking = insufficient(credits, slot.creditCost)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      onExitTransitionEnd={props.onClosed}
      returnFocus={false}
      title={copy.title}
      classNames={{ title: classes.title }}
      size={540}
      padding={wide ? 24 : 16}
      fullScreen={!wide}
      closeOnClickOutside={!booking}
      closeButtonProps={{ 'aria-label': copy.close, disabled: booking }}
    >
      <div className={classes.people}>
        <TextInput label={copy.name} value={student.name} readOnly variant="filled" />
        <TextInput label={copy.email} value={student.email} readOnly variant="filled" />
        <TextInput
          className={classes.phone}
          label={copy.phone}
          description={copy.phoneHint}
          type="tel"
          autoComplete="tel"
          maxLength={32}
          value={phone}
          disabled={!canEditPhone(state)}
          onChange={(event) => props.onPhone(event.currentTarget.value)}
        />
      </div>
      <Facts
        facts={[
          { label: copy.date, value: words.date },
          { label: copy.time, value: `${words.time} (${words.zone})`, note: words.teacher },
          {
            label: copy.type,
            value: (
              <span className={classes.type} data-type={slot.classTypeKey}>
                {slot.classTypeKey}
              </span>
            ),
          },
          { label: copy.creditCost, value: slot.creditCost },
          { label: copy.availableCredits, value: credits.name === 'read' ? credits.available : '…' },
          { label: copy.virtual, value: copy.yes },
        ]}
      />
      {until && <p className={classes.until}>{copy.notice(until)}</p>}
      <div className={classes.foot}>
        <BookingNotices state={state} credits={credits} />
        <div className={classes.actions}>
          <Button variant="default" onClick={props.onClose} disabled={booking}>
            {deadEnd ? copy.chooseAnother : copy.cancel}
          </Button>
          {!deadEnd && (
            <Button
              loading={booking}
              disabled={!sufficient(credits, slot.creditCost) && !again}
              aria-describedby={lacking ? 'insufficient-credits' : undefined}
              onClick={(event) => props.onConfirm(event.detail === 0)}
            >
              {again ? copy.retry : copy.confirm(slot.creditCost)}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  )
}
