// Checks what each page loads initially, in gzip KiB, against the budgets of the design. Fails if
// one is exceeded.
import { existsSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const KIB = 1024
const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8'))
const SHELL = ['app.html']
const PAGE = [...SHELL, 'src/app/base.ts']
const ADMIN = [...PAGE, 'src/app/checkAdminAccess.ts']

/** Manifest entries of each page, and the limit. */
const BUDGETS = [
  { page: 'landing JS', entries: ['index.html'], kind: 'js', limit: 80 },
  { page: 'landing CSS', entries: ['index.html'], kind: 'css', limit: 6 },
  {
    page: 'landing + waitlist JS',
    entries: ['index.html', 'src/site/waitlist/WaitlistDialog.tsx', 'src/api/waitlist.ts'],
    kind: 'js',
    limit: 110,
  },
  { page: 'legal JS', entries: ['page.html'], kind: 'js', limit: 3 },
  { page: 'legal CSS', entries: ['page.html'], kind: 'css', limit: 5 },
  { page: 'invite JS', entries: ['invite.html'], kind: 'js', limit: 8 },
  { page: 'invite CSS', entries: ['invite.html'], kind: 'css', limit: 5 },
  { page: 'app shell JS', entries: SHELL, kind: 'js', limit: 100 },
  { page: 'student JS', entries: [...PAGE, 'src/student/StudentArea.tsx'], kind: 'js', limit: 195 },
  {
    page: 'confirmation JS',
    entries: [...PAGE, 'src/student/confirmation/ConfirmationPage.tsx'],
    kind: 'js',
    limit: 210,
  },
  { page: 'teacher JS', entries: [...PAGE, 'src/teacher/TeacherPage.tsx'], kind: 'js', limit: 210 },
  {
    page: 'calendar JS',
    entries: [
      ...PAGE,
      'src/teacher/TeacherPage.tsx',
      'src/teacher/dashboard/DashboardContent.tsx',
      'src/ui/WeekCalendar.tsx',
    ],
    kind: 'js',
    limit: 250,
  },
  {
    page: 'payments JS',
    entries: [...PAGE, 'src/teacher/TeacherPage.tsx', 'src/teacher/payments/Payments.tsx'],
    kind: 'js',
    limit: 205,
  },
  {
    page: 'wizard JS',
    entries: [...PAGE, 'src/onboarding/OnboardingPage.tsx', 'src/onboarding/wizard/TeacherWizard.tsx'],
    kind: 'js',
    limit: 259,
  },
  { page: 'onboarding JS', entries: [...PAGE, 'src/onboarding/OnboardingPage.tsx'], kind: 'js', limit: 205 },
  {
    page: 'admin sign-in JS',
    entries: [...ADMIN, 'src/admin/LoginPage.tsx'],
    kind: 'js',
    limit: 190,
  },
  { page: 'admin JS', entries: [...ADMIN, 'src/admin/AdminPage.tsx'], kind: 'js', limit: 205 },
  { page: 'app CSS', entries: [...PAGE, 'src/student/StudentArea.tsx'], kind: 'css', limit: 32 },
  { page: 'OIDC JS', only: /oidc-client/, kind: 'js', limit: 20 },
]
const FONT_LIMIT = 48
/** Scripts of the first load; on a slow phone the number costs more time than the size. */
const MAX_SCRIPTS = 13
const SCRIPT_LIMITED_PAGES = {
  student: 'src/student/StudentArea.tsx',
  teacher: 'src/teacher/TeacherPage.tsx',
}

let failed = false
for (const budget of BUDGETS) {
  const files = budget.only ? filesMatching(budget.only) : filesOf(budget.entries, budget.kind)
  report(budget.page, weigh(files, gzipped), budget.limit)
}
const fonts = [...readFileSync('dist/index.html', 'utf8').matchAll(/as="font"[^>]*href="\/([^"]+)"/g)].map(
  ([, file]) => file,
)
report(
  'landing fonts',
  weigh(fonts, (bytes) => bytes.length),
  FONT_LIMIT,
)
for (const [page, entry] of Object.entries(SCRIPT_LIMITED_PAGES)) {
  report(`${page} scripts`, filesOf([...PAGE, entry], 'js').size, MAX_SCRIPTS, 'files')
}
process.exitCode = failed ? 1 : 0

function report(page, size, limit, unit = 'KiB') {
  const isOver = size > limit || size === 0
  failed ||= isOver
  console.log(
    `${isOver ? 'OVER' : 'ok  '} ${page.padEnd(21)} ${size.toFixed(1).padStart(6)} of ${limit} ${unit}`,
  )
}

function weigh(files, measure) {
  return [...files].reduce((sum, file) => sum + measure(readFileSync(`dist/${file}`)), 0) / KIB
}

function gzipped(bytes) {
  return gzipSync(bytes, { level: 9 }).length
}

/** All files that these entries load initially: their own and those of their static imports. */
function filesOf(entries, kind) {
  const seen = new Set()
  const queue = [...entries]
  for (const name of queue) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`${name} is not in the manifest`)
    if (seen.has(name)) continue
    seen.add(name)
    queue.push(...(chunk.imports ?? []))
  }
  const files = [...seen].flatMap((name) =>
    kind === 'css' ? (manifest[name].css ?? []) : [manifest[name].file],
  )
  return new Set(files.filter((file) => file.endsWith(`.${kind}`) && existsSync(`dist/${file}`)))
}

function filesMatching(pattern) {
  return Object.values(manifest)
    .map((chunk) => chunk.file)
    .filter((file) => pattern.test(file) && file.endsWith('.js'))
}
