import { inviteCopy } from '@/copy/invite'

const copy = inviteCopy.price

/** The price of one class for a new student, in rupees and dollars; the script puts the likely currency first. */
export function Price() {
  return (
    <section className="invite-card price" data-part="price" aria-labelledby="price">
      <h2 id="price">{copy.title}</h2>
      <p className="amount">
        <b data-part="mainPrice" data-price="">
          {'{{amount}}'}
        </b>
        <span data-part="otherPrice"> {copy.other('{{amount}}')}</span>
      </p>
      <p>{copy.included}</p>
      <p className="zone" data-part="waived">
        {copy.waived('{{feePercent}}')}
      </p>
    </section>
  )
}
