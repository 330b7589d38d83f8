/**
 * Inserts credits into the database, with the ledger postings of a grant, so that the ledger check
 * passes.
 */
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

/** The value of a granted class in paise. */
const PRICE_MINOR = 99_900

export interface Grant {
  studentId: string
  teacherId: string
  credits: number
  /** Days from now. */
  expiresIn?: number
}

export async function grantCredits(
  database: Database,
  grants: readonly Grant[],
  now = new Date(),
): Promise<void> {
  await database.run(grants.flatMap((grant) => statements(database, grant, now)).join(';\n'))
}

function statements(database: Database, grant: Grant, now: Date): string[] {
  const id = (uuid: string) => database.id(uuid)
  const micros = (days: number) => `${now.getTime() + days * 86_400_000}000`
  const [lot, posting] = [randomUUID(), randomUUID()]
  const { credits } = grant
  const [student, teacher] = [id(grant.studentId), id(grant.teacherId)]
  return [
    `INSERT INTO credit_lots (id, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency, expires_at, created_at)
     VALUES (${id(lot)}, ${student}, ${teacher}, 'granted', ${credits}, ${credits}, ${PRICE_MINOR}, 'INR', ${micros(grant.expiresIn ?? 60)}, ${micros(0)})`,
    `INSERT INTO ledger_transactions (id, kind, happened_at) VALUES (${id(posting)}, 'credits_granted', ${micros(0)})`,
    `INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
     VALUES (${id(posting)}, 0, 'student_credits', ${student}, ${id(lot)}, 'CREDIT', ${credits}),
            (${id(posting)}, 1, 'credits_granted', NULL, ${id(lot)}, 'CREDIT', -${credits}),
            (${id(posting)}, 2, 'promotions', NULL, NULL, 'INR', ${credits * PRICE_MINOR}),
            (${id(posting)}, 3, 'unearned_credits', ${student}, ${id(lot)}, 'INR', -${credits * PRICE_MINOR})`,
  ]
}
