/** A school with many students: seeded by the demo, signed in by a hosted provider that makes tokens on demand. */
import { ask, call, login, type Student } from './api.ts'
import { grantCredits } from './credits.ts'
import { type Database, freshPostgres, sqlite } from './database.ts'
import { type KeysProvider, startKeysProvider } from './keys-provider.ts'
import { PADMA } from './people.ts'
import type { Settings } from './settings.ts'
import { freshFolder, removeFolder, startTala } from './tala.ts'

export interface School {
  dataFolder: string
  database: Database
  provider: KeysProvider
  /** For servers of this school. */
  settings: Settings
  close(): Promise<void>
}

/** An empty database, filled by the demo; from now on people sign in with the hosted provider. */
export async function openSchool(kind: Database['kind'], name: string): Promise<School> {
  const dataFolder = freshFolder()
  const database = kind === 'postgres' ? await freshPostgres() : sqlite(dataFolder)
  const seeded = await startTala({ name: `${name}-seed`, dataFolder, database })
  await seeded.stop()
  const provider = await startKeysProvider()
  return {
    dataFolder,
    database,
    provider,
    settings: { ...database.settings, 'sign_in.issuer': provider.issuer },
    async close() {
      await provider.stop()
      await database.drop()
      removeFolder(dataFolder)
    },
  }
}

/** Padma, as the hosted provider knows her: the verified address leads to the person whom the demo made. */
export async function padma(url: string, provider: KeysProvider): Promise<{ id: string; token: string }> {
  const token = await provider.mint({
    sub: 'padma',
    email: PADMA.email,
    email_verified: true,
    name: PADMA.name,
  })
  const { _id } = await login(url, token, PADMA.email)
  return { id: _id, token }
}

/** New people who join with Padma's code and have `credits` each. */
export async function joinCrowd(
  url: string,
  school: School,
  {
    size,
    credits,
    teacherId,
    expiresIn,
  }: { size: number; credits: number; teacherId: string; expiresIn?: number },
): Promise<Student[]> {
  const students: Student[] = []
  for (let first = 0; first < size; first += 20) {
    const group = Array.from({ length: Math.min(20, size - first) }, (_, index) => first + index)
    students.push(...(await Promise.all(group.map((number) => join(url, school.provider, number)))))
  }
  await grantCredits(
    school.database,
    students.map((student) => ({ studentId: student.id, teacherId, credits, expiresIn })),
  )
  return students
}

async function join(url: string, provider: KeysProvider, number: number): Promise<Student> {
  const email = `student${number}@school.test`
  const name = `Student ${number}`
  const token = await provider.mint({ sub: `student-${number}`, email, email_verified: true, name })
  const { _id: id } = await login(url, token, email)
  await ask(url, '/api/onboard-student', {
    token,
    body: { email, name, referralCode: PADMA.code, location: 'India', timeZone: 'Asia/Kolkata' },
  })
  return { id, token, email, name }
}

/** Padma teaches all day, every day, so that there is enough to book. */
export async function openAllHours(url: string, teacher: { id: string; token: string }): Promise<void> {
  const path = `/api/teacher/${teacher.id}/availability`
  const { availability } = await ask<{ availability: { version: number } }>(url, path, {
    token: teacher.token,
  })
  const reply = await call(url, path, {
    token: teacher.token,
    body: {
      timeZone: 'Asia/Kolkata',
      visibilityDays: 90,
      weeklySchedule: [0, 1, 2, 3, 4, 5, 6].map((dayOfWeek) => ({
        dayOfWeek,
        timeRanges: [{ start: '00:00', end: '24:00' }],
      })),
      version: availability.version,
    },
  })
  if (reply.status !== 200) throw new Error(`hours not saved: ${JSON.stringify(reply.body)}`)
}
