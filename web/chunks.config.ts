import { build, type InlineConfig, type Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk
type Group = Rolldown.CodeSplittingGroup

/**
 * Entry points of the client. Every page of the app loads `app`, `base` and its own before the
 * first render.
 */
const ENTRY_POINTS = {
  legal: ['page.html'],
  site: ['index.html'],
  app: ['app.html'],
  base: ['src/app/base.ts'],
  hindi: ['src/copy/hi/app.ts', 'src/copy/hi/site.ts'],
  student: ['src/student/StudentArea.tsx'],
  confirmation: ['src/student/confirmation/ConfirmationPage.tsx'],
  teacher: ['src/teacher/TeacherPage.tsx'],
  onboarding: ['src/onboarding/OnboardingPage.tsx', 'src/onboarding/PendingPage.tsx'],
  admin: ['src/app/checkAdminAccess.ts', 'src/admin/LoginPage.tsx', 'src/admin/AdminPage.tsx'],
}

type EntryPoint = keyof typeof ENTRY_POINTS

/** The entry module keeps its own file, which the HTML names. */
const APP_ENTRY = /\/src\/app\/main\.tsx$/

interface ModuleUse {
  /** The entry points that import the module statically. */
  initial: Set<EntryPoint>
  /** Those that import it statically or dynamically. */
  reachable: Set<EntryPoint>
}

/** The chunks, each of which may import those before it. */
const CHUNK_NAMES = ['root', 'shell', 'calls', 'base', 'shared', 'student', 'teacher'] as const

/**
 * By default the bundler creates one chunk for each set of pages that share a module, most of them
 * only a few hundred bytes: sixty files for one page, each a round trip on a phone. These groups
 * merge the modules of the first render. Which entry points need a module is known only after tree
 * shaking, so it is read from a first build without groups.
 */
export function chunkGroups(chunks: Chunk[]): Group[] {
  const uses = moduleUses(chunks)
  return CHUNK_NAMES.map((file, index) => ({
    name: file,
    priority: CHUNK_NAMES.length - index,
    test: (id: string) => {
      const use = uses.get(id)
      return use !== undefined && chunkNameOf(use) === file
    },
  }))
}

function chunkNameOf({ initial, reachable }: ModuleUse): (typeof CHUNK_NAMES)[number] | null {
  if (initial.has('legal')) return null
  if (initial.has('app')) return initial.has('site') ? 'root' : 'shell'
  // Hindi modules must be evaluated before the modules that copy texts.
  if (initial.has('site') || reachable.has('hindi')) return null
  if (initial.has('base')) return reachable.has('site') ? 'calls' : 'base'
  if (reachable.has('site') || !(initial.has('student') || initial.has('teacher'))) return null
  if (
    ['student', 'teacher', 'onboarding', 'admin'].filter((area) => reachable.has(area as EntryPoint)).length >
    1
  )
    return 'shared'
  if (initial.has('confirmation')) return null
  return initial.has('student') ? 'student' : 'teacher'
}

/** Builds the client with the bundler's default chunks. */
export async function buildDefaultChunks(config: InlineConfig): Promise<Chunk[]> {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false, minify: false, reportCompressedSize: false },
  })
  const { output } = result as Rolldown.RolldownOutput
  return output.filter((file): file is Chunk => file.type === 'chunk')
}

function moduleUses(chunks: Chunk[]): Map<string, ModuleUse> {
  const uses = new Map<string, ModuleUse>()
  const roots = Object.keys(ENTRY_POINTS) as EntryPoint[]
  const entryChunks = new Map(
    roots.map((root) => [root, chunks.filter((chunk) => isEntryChunk(chunk, root))]),
  )
  for (const [root, start] of entryChunks) {
    const others = roots.filter((other) => other !== root).flatMap((other) => entryChunks.get(other) ?? [])
    const addUses = (kind: keyof ModuleUse, includesDynamic: boolean) => {
      for (const { moduleIds, facadeModuleId } of importClosure(
        start,
        chunks,
        includesDynamic,
        new Set(others),
      )) {
        for (const id of moduleIds.filter((module) => module !== facadeModuleId && !APP_ENTRY.test(module))) {
          const use = uses.get(id) ?? { initial: new Set(), reachable: new Set() }
          uses.set(id, use)
          use[kind].add(root)
        }
      }
    }
    addUses('initial', false)
    addUses('reachable', true)
  }
  return uses
}

function isEntryChunk({ facadeModuleId }: Chunk, root: EntryPoint): boolean {
  return ENTRY_POINTS[root].some((path) => facadeModuleId?.endsWith(`/web/${path}`))
}

/** These chunks and all their imports, optionally dynamic ones, but not into another entry point. */
function importClosure(
  start: Chunk[],
  chunks: Chunk[],
  includesDynamic: boolean,
  others: Set<Chunk>,
): Set<Chunk> {
  const result = new Set(start)
  for (const chunk of result) {
    for (const name of [...chunk.imports, ...(includesDynamic ? chunk.dynamicImports : [])]) {
      const next = chunks.find(({ fileName }) => fileName === name)
      if (next && (!others.has(next) || chunk.imports.includes(name))) result.add(next)
    }
  }
  return result
}
