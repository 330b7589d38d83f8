import { frameCopy } from '@/copy/frame'
import { waitlistCopy as copy } from '@/copy/waitlist'
import { Field } from './Field'
import type { useJoinWaitlist } from './useJoinWaitlist'

const PRIVACY = frameCopy.legalPages[1]

/** The fields of SPEC §2, with its defaults. */
export function WaitlistForm({ phase, errors, submit }: ReturnType<typeof useJoinWaitlist>) {
  const isSending = phase.name === 'sending'
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <p className="dialog-lead">{copy.lead}</p>
      <fieldset className="choice wide">
        <legend>{copy.role}</legend>
        {copy.roles.map(({ value, label }, index) => (
          <label key={value}>
            <input type="radio" name="role" value={value} defaultChecked={index === 0} />
            {label}
          </label>
        ))}
      </fieldset>
      <Field name="name" label={copy.name} autoComplete="name" error={errors.name} />
      <Field
        name="email"
        label={copy.email}
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        error={errors.email}
      />
      <div className="field-pair">
        <Field name="location" label={copy.location} autoComplete="address-level2" error={errors.location} />
        <Field name="country" label={copy.country} autoComplete="country-name" error={errors.country} />
      </div>
      <div className="field">
        <label htmlFor="field-dancestyle">{copy.danceStyle}</label>
        <select id="field-dancestyle" name="dancestyle">
          {copy.danceStyles.map((style, index) => (
            <option key={style} value={style}>
              {copy.danceStyleLabels[index]}
            </option>
          ))}
        </select>
      </div>
      <div className="honeypot" aria-hidden="true">
        <label>
          {copy.honeypot}
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {phase.name === 'failed' && (
        <p className="dialog-failure" role="alert">
          {copy.failed}
        </p>
      )}
      <button type="submit" className="button" aria-disabled={isSending || undefined}>
        {isSending ? copy.submitting : copy.submit}
      </button>
      <p className="dialog-note">
        {copy.privacy} <a href={PRIVACY?.path}>{copy.privacyLink}</a>
      </p>
    </form>
  )
}
