/**
 * Adds data of every kind to a school: paid, unpaid and refunded orders, payouts, a failed mail,
 * messages, referrals, waitlist entries.
 */
import { randomUUID } from 'node:crypto'
import { addDeadMail, fillWaitlist, INDIAN_ACCOUNT, saveBankAccount } from '../support/admin-data.ts'
import { callOk, operateSandbox } from '../support/api.ts'
import { moveClassesBack } from '../support/database.ts'
import { MEERA, PADMA } from '../support/people.ts'

/** Meera orders a package of four classes. */
async function createOrder(url, token) {
  const { quote } = await callOk(url, '/api/quote', { token, body: { packageSize: 4 } })
  return callOk(url, '/api/bulk-purchase', {
    token,
    body: {
      studentEmail: MEERA.email,
      packageSize: 4,
      paymentAmount: quote.total,
      currency: quote.currency,
    },
  })
}

/** The same, paid. */
async function createPaidOrder(url, token) {
  const { orderId } = await createOrder(url, token)
  const paid = await operateSandbox({ url }, { do: 'pay', order_id: orderId, method: 'upi' })
  const body = { order_id: orderId, payment_id: paid.payment_id, signature: paid.signature }
  await callOk(url, '/api/payment-success-bulk', { token, body })
  return orderId
}

/** `student` and `teacher` are the tokens of Meera and Padma, `owner` an administrator's headers. */
export async function seedSchool({ url, database, student, teacher, owner }) {
  await fillWaitlist(url)
  const help = { subject: 'Help', message: 'Where do I find it?', messageType: 'general' }
  await callOk(url, '/api/email/student-contact', { token: student, body: help })
  await callOk(url, '/api/email/teacher-support', { token: teacher, body: help })
  await callOk(url, '/api/referrals', { token: student, body: { name: 'Nina', email: 'nina@friend.test' } })

  await createOrder(url, student)
  await createPaidOrder(url, student)
  const refunded = await createPaidOrder(url, student)
  const [id] = await database.column(
    `SELECT ${database.idText('id')} FROM orders WHERE provider_order_id = '${refunded}'`,
  )
  const reason = 'They asked for it.'
  await callOk(url, `/api/admin/orders/${id}/refund`, { headers: owner, body: { reason } })

  const [waiting] = await database.column(
    `SELECT ${database.idText('id')} FROM waitlist WHERE role = 'Student'`,
  )
  await callOk(url, `/api/admin/waitlist/${waiting}/invite`, { headers: owner, body: { code: PADMA.code } })
  await callOk(url, '/api/admin/coupons', { headers: owner, body: { code: 'KNOWN10', percent: 10 } })
  await saveBankAccount(url, teacher, PADMA.email, INDIAN_ACCOUNT)
  await moveClassesBack(database, 40)
  await callOk(url, '/api/admin/payouts/run', { headers: owner, body: { reason } })

  // Not a confirmation: a student may request that again, and the request would fail.
  await addDeadMail(database, { kind: 'meeting_link_changed', audience: 'teacher', change_id: randomUUID() })
}
