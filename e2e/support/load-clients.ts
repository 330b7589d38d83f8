/** A demo school with many students, whose tokens come from a mock provider. */
import { TERMS_VERSION } from '../../web/src/lib/termsVersion.ts'
import { call, callOk, login, type Student } from './api.ts'
import { grantCredits } from './credits.ts'
import { createPostgresDatabase, type Database, sqlite } from './database.ts'
import { PADMA } from './people.ts'
import type { Settings } from './settings.ts'
import { removeFolder, startTala, temporaryFolder } from './tala.ts'
import { startTokenProvider, type TokenProvider } from './token-provider.ts'

export interface School {
  dataFolder: string
  database: Database
  provider: TokenProvider
  /** Settings for servers of this school. */
  settings: Settings
  close(): Promise<void>
}

/** Seeds an empty database with the demo data. Afterwards users sign in with the mock provider. */
export async function openSchool(kind: Database['kind'], name: string): Promise<School> {
  const dataFolder = temporaryFolder()
  const database = kind === 'postgres' ? await createPostgresDatabase() : sqlite(dataFolder)
  const seed = await startTala({ name: `${name}-seed`, dataFolder, database })
  await seed.stop()
  const provider = await startTokenProvider()
  return {
    dataFolder,
    database,
    provider,
    settings: { ...database.settings, 'oidc.issuer': provider.issuer, 'oidc.link_by_verified_email': 'true' },
    async close() {
      await provider.stop()
      await database.drop()
      removeFolder(dataFolder)
    },
  }
}

/** Signs Padma in with the mock provider; her verified address identifies the demo's user. */
export async function signInPadma(
  url: string,
  provider: TokenProvider,
): Promise<{ id: string; token: string }> {
  const token = await provider.issueToken({
    sub: 'padma',
    email: PADMA.email,
    email_verified: true,
    name: PADMA.name,
  })
  const { _id } = await login(url, token, PADMA.email)
  return { id: _id, token }
}

/** Creates students who join with Padma's code and have `credits` each. */
export async function createStudents(
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
    students.push(...(await Promise.all(group.map((number) => createStudent(url, school.provider, number)))))
  }
  await grantCredits(
    school.database,
    students.map((student) => ({ studentId: student.id, teacherId, credits, expiresIn })),
  )
  return students
}

async function createStudent(url: string, provider: TokenProvider, number: number): Promise<Student> {
  const email = `student${number}@school.test`
  const name = `Student ${number}`
  const token = await provider.issueToken({ sub: `student-${number}`, email, email_verified: true, name })
  const { _id: id } = await login(url, token, email)
  await callOk(url, '/api/onboard-student', {
    token,
    body: {
      email,
      name,
      referralCode: PADMA.code,
      location: 'India',
      timeZone: 'Asia/Kolkata',
      acceptedTerms: TERMS_VERSION,
    },
  })
  return { id, token, email, name }
}

/** Sets Padma's hours to all day, every day, so that there are enough slots. */
export async function openAllHours(url: string, teacher: { id: string; token: string }): Promise<void> {
  const path = `/api/teacher/${teacher.id}/availability`
  const { availability } = await callOk<{ availability: { version: number } }>(url, path, {
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
