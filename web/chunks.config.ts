import { build, type InlineConfig, type Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
type Group = Rolldown.CodeSplittingGroup

/** Where the parts of the client begin. Whoever opens a page has `app`, `base` and that page's own, before anything is drawn. */
const ROOTS = {
  legal: ['page.html'],
  site: ['index.html'],
  app: ['app.html'],
  base: ['src/app/base.ts'],
  hindi: ['src/copy/hi/app.ts', 'src/copy/hi/site.ts'],
  student: ['src/student/StudentArea.tsx'],
  confirmation: ['src/student/confirmation/ConfirmationPage.tsx'],
  teacher: ['src/teacher/TeacherPage.tsx'],
  onboarding: ['src/onboarding/OnboardingPage.tsx', 'src/onboarding/PendingPage.tsx'],
  admin: ['src/app/enterAdmin.ts', 'src/admin/LoginPage.tsx', 'src/admin/AdminPage.tsx'],
}

type Root = keyof typeof ROOTS

/** What a page starts stays the file that the page names. */
const ENTRY = /\/src\/app\/main\.tsx$/

interface Use {
  /** The roots that have the module at once. */
  first: Set<Root>
  /** Those that have it at once or may ask for it later. */
  ever: Set<Root>
}

/** The files into which modules are gathered, in the order of what stands on what. */
const GATHERED = ['root', 'shell', 'calls', 'base', 'shared', 'student', 'teacher'] as const

/**
 * Left alone, the bundler cuts one file for each set of pages that share a module, most of them of a few hundred bytes:
 * sixty files for one page, each a round trip on a phone. Here the modules of the first drawing are gathered.
 * Who needs which module is known only after unused code has been dropped, so it is read from a first, plain build.
 */
export function gatheredChunks(chunks: Chunk[]): Group[] {
  const uses = usesOfModules(chunks)
  return GATHERED.map((file, index) => ({
    name: file,
    priority: GATHERED.length - index,
    test: (id: string) => {
      const use = uses.get(id)
      return use !== undefined && fileOf(use) === file
    },
  }))
}

function fileOf({ first, ever }: Use): (typeof GATHERED)[number] | null {
  if (first.has('legal')) return null
  if (first.has('app')) return first.has('site') ? 'root' : 'shell'
  // What Hindi consists of comes before all that copies texts out.
  if (first.has('site') || ever.has('hindi')) return null
  if (first.has('base')) return ever.has('site') ? 'calls' : 'base'
  if (ever.has('site') || !(first.has('student') || first.has('teacher'))) return null
  if (['student', 'teacher', 'onboarding', 'admin'].filter((area) => ever.has(area as Root)).length > 1)
    return 'shared'
  if (first.has('confirmation')) return null
  return first.has('student') ? 'student' : 'teacher'
}

/** What the bundler makes of the client when it is left alone. */
export async function plainChunks(config: InlineConfig): Promise<Chunk[]> {
  const plain = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  })
  const { output } = plain as Rolldown.RolldownOutput
  return output.filter((file): file is Chunk => file.type === 'chunk')
}

function usesOfModules(chunks: Chunk[]): Map<string, Use> {
  const uses = new Map<string, Use>()
  const roots = Object.keys(ROOTS) as Root[]
  const starts = new Map(roots.map((root) => [root, chunks.filter((chunk) => begins(chunk, root))]))
  for (const [root, start] of starts) {
    const others = roots.filter((other) => other !== root).flatMap((other) => starts.get(other) ?? [])
    const note = (kind: keyof Use, later: boolean) => {
      for (const { moduleIds, facadeModuleId } of closure(start, chunks, later, new Set(others))) {
        for (const id of moduleIds.filter((module) => module !== facadeModuleId && !ENTRY.test(module))) {
          const use = uses.get(id) ?? { first: new Set(), ever: new Set() }
          uses.set(id, use)
          use[kind].add(root)
        }
      }
    }
    note('first', false)
    note('ever', true)
  }
  return uses
}

function begins({ facadeModuleId }: Chunk, root: Root): boolean {
  return ROOTS[root].some((path) => facadeModuleId?.endsWith(`/web/${path}`))
}

/** These chunks and all that they import; `later` ones too, but not the way to another part of the client. */
function closure(start: Chunk[], chunks: Chunk[], later: boolean, others: Set<Chunk>): Set<Chunk> {
  const found = new Set(start)
  for (const chunk of found) {
    for (const name of [...chunk.imports, ...(later ? chunk.dynamicImports : [])]) {
      const next = chunks.find(({ fileName }) => fileName === name)
      if (next && (!others.has(next) || chunk.imports.includes(name))) found.add(next)
    }
  }
  return found
}
