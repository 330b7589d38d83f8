/** A school in which everything has happened once: paid, unpaid and refunded orders, payouts, mail that is stuck, messages, friends, a queue. */
import { randomUUID } from 'node:crypto'
import { ask, operate } from '../support/api.ts'
import { putBack } from '../support/database.ts'
import { getStuck, IN_INDIA, queueUp, tellAccount } from '../support/office.ts'
import { MEERA, PADMA } from '../support/people.ts'

/** Meera orders a package of four. */
async function order(url, token) {
  const { quote } = await ask(url, '/api/quote', { token, body: { packageSize: 4 } })
  return ask(url, '/api/bulk-purchase', {
    token,
    body: {
      studentEmail: MEERA.email,
      packageSize: 4,
      paymentAmount: quote.total,
      currency: quote.currency,
    },
  })
}

/** The same, paid for. */
async function paidOrder(url, token) {
  const { orderId } = await order(url, token)
  const paid = await operate({ url }, { do: 'pay', order_id: orderId, method: 'upi' })
  const body = { order_id: orderId, payment_id: paid.payment_id, signature: paid.signature }
  await ask(url, '/api/payment-success-bulk', { token, body })
  return orderId
}

/** `student` and `teacher` are the tokens of Meera and Padma, `owner` an administrator's headers. */
export async function stock({ url, database, student, teacher, owner }) {
  await queueUp(url)
  const help = { subject: 'Help', message: 'Where do I find it?', messageType: 'general' }
  await ask(url, '/api/email/student-contact', { token: student, body: help })
  await ask(url, '/api/email/teacher-support', { token: teacher, body: help })
  await ask(url, '/api/referrals', { token: student, body: { name: 'Nina', email: 'nina@friend.test' } })

  await order(url, student)
  await paidOrder(url, student)
  const regretted = await paidOrder(url, student)
  const [id] = await database.column(
    `SELECT ${database.shownId('id')} FROM orders WHERE provider_order_id = '${regretted}'`,
  )
  const reason = 'They asked for it.'
  await ask(url, `/api/admin/orders/${id}/refund`, { headers: owner, body: { reason } })

  const [waiting] = await database.column(
    `SELECT ${database.shownId('id')} FROM waitlist WHERE role = 'Student'`,
  )
  await ask(url, `/api/admin/waitlist/${waiting}/invite`, { headers: owner, body: { code: PADMA.code } })
  await ask(url, '/api/admin/coupons', { headers: owner, body: { code: 'KNOWN10', percent: 10 } })
  await tellAccount(url, teacher, PADMA.email, IN_INDIA)
  await putBack(database, 40)
  await ask(url, '/api/admin/payouts/run', { headers: owner, body: { reason } })

  // Not a confirmation: a student may ask for that again, and would be told that it cannot be sent.
  await getStuck(database, { kind: 'link_changed', audience: 'teacher', change_id: randomUUID() })
}
