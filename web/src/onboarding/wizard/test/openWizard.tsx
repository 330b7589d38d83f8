import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { TeacherWizard } from '@/onboarding/wizard/TeacherWizard'
import { type Person, setSession } from '@/session/session'
import { config } from '@/test/config'
import { renderRoute } from '@/test/renderRoute'
import { server } from '@/test/server'

const padma: Person = { id: 'p-1', name: 'Padma Subramaniam', email: 'padma@example.com', role: 'user' }
export const BIO = 'I have danced Bharatanatyam since I was five, and taught it for ten years.'

/** A complete draft as it is saved. */
export const completeDraft = {
  phone: '',
  bio: BIO,
  teacherProfile: {
    firstName: 'Padma',
    lastName: 'Subramaniam',
    country: 'India',
    experience: 'Ten years at a school in Chennai',
    danceEducation: 'Kalakshetra',
    guru: 'Rukmini Devi',
    googleMeetLink: 'https://meet.google.com/abc-defg-hij',
    yearsTeaching: '6-10',
    studentAges: ['children', 'adults'],
    ageConfirmed: true,
    danceStylesWithLevel: [{ style: 'Bharatanatyam', level: 'advanced' }],
    keyHighlights: ['Margazhi festival'],
    socialMedia: { instagram: '@padma' },
  },
  paymentSettings: { inrRate: 999, usdRate: 24.99 },
}

interface WizardApi {
  draft: object
  saves: Record<string, unknown>[]
  save: (body: Record<string, unknown>) => Response
  sent: Record<string, unknown>[]
  apply: () => Response
}

export const noDraft = { draft: null, step: 0, version: 0, updatedAt: null, source: 'none' }
export const savedDraft = (draft: object, step = 0, version = 3) => ({
  draft,
  step,
  version,
  updatedAt: '2026-11-20T09:00:00Z',
  source: 'draft',
})

/** A fake API that stores drafts and applications and records them. */
export function startWizardApi(): WizardApi {
  vi.stubGlobal('scrollTo', () => undefined)
  setSession({ status: 'signedIn', person: padma })
  const api: WizardApi = {
    draft: noDraft,
    saves: [],
    save: ({ version }) => HttpResponse.json({ version: Number(version) + 1, updatedAt: '' }),
    sent: [],
    apply: () => HttpResponse.json({ success: true, status: 'pending' }),
  }
  server.use(
    http.get('*/api/config', () => HttpResponse.json(config)),
    http.get('*/api/onboard/teacher/draft', () => HttpResponse.json(api.draft)),
    http.put('*/api/onboard/teacher/draft', async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      api.saves.push(body)
      return api.save(body)
    }),
    http.post('*/api/onboard/teacher', async ({ request }) => {
      api.sent.push((await request.json()) as Record<string, unknown>)
      return api.apply()
    }),
  )
  return api
}

export async function openWizard(rejected: { reason: string | null } | null = null) {
  const onBack = vi.fn()
  const view = renderRoute(<TeacherWizard person={padma} rejected={rejected} onBack={onBack} />)
  await screen.findByRole('button', { name: /Continue|Submit/ })
  const click = (name: string) => view.person.click(screen.getByRole('button', { name }))
  const choose = async (field: RegExp, option: string) => {
    await view.person.click(screen.getByRole('combobox', { name: field }))
    await view.person.click(await screen.findByRole('option', { name: option }))
  }
  return { ...view, onBack, press: click, choose }
}

export const step = (name: string) => screen.findByRole('heading', { level: 2, name })
export const field = (name: RegExp) => screen.getByRole('textbox', { name })
