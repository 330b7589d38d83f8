// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, test } from 'vitest'

const PACKAGES = 'node_modules/@mantine'
const PACKAGE_NAME = /^@mantine\/(core|dates|notifications|schedule)$/
const IMPORT = /^(?:import|export) (?!type)(?:\{([^}]*)\}|\w+) from ['"]([^'"]+)['"]/gm
/** Styles of the page itself, which no component imports. */
const GLOBAL_STYLES = ['baseline', 'default-css-variables', 'global']

/** The modules of Mantine that a module imports; index files are resolved, because they import all. */
function mantineImports(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, names = '', from = '']) => {
    const packageName = PACKAGE_NAME.exec(from)?.[1]
    if (packageName) return names.split(',').flatMap((name) => moduleOf(packageName, name.trim()) ?? [])
    return from.startsWith('.') && file.includes(PACKAGES) ? resolve(file, '..', from) : []
  })
}

/** The module that defines an exported name. Undefined for types and for exports of other packages. */
function moduleOf(packageName: string, name: string): string | undefined {
  const index = resolve(PACKAGES, packageName, 'esm/index.mjs')
  const imports = readFileSync(index, 'utf8').matchAll(IMPORT)
  const [, , path] = [...imports].find(([, names]) => names?.trim() === name) ?? []
  return path?.startsWith('.') ? resolve(index, '..', path) : undefined
}

/** The stylesheets in @mantine/core of all components that the client or another component uses. */
function usedStyles(): string[] {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const modules = new Set(
    sources
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .flatMap((file) => mantineImports(resolve('src', file))),
  )
  for (const module of modules) for (const imported of mantineImports(module)) modules.add(imported)
  return [...modules]
    .filter((module) => /\/core\/.*\.module\.mjs$/.test(module))
    .map((module) => basename(module, '.module.mjs'))
}

/** Where the rules of a component begin in the complete stylesheet. */
function positionOf(component: string): number {
  const styles = readFileSync(resolve(PACKAGES, 'core/styles', `${component}.css`), 'utf8')
  return completeStyles.indexOf(/^\.m_[\da-f]+/m.exec(styles)?.[0] ?? '')
}

const completeStyles = readFileSync(resolve(PACKAGES, 'core/styles.css'), 'utf8')
const imported = [
  ...readFileSync('src/theme/mantine.css', 'utf8').matchAll(/@mantine\/core\/styles\/([\w-]+)\.css/g),
].map(([, name]) => name)

test('mantine.css imports the styles of the components in use, in the order of styles.css', () => {
  const components = [...new Set(usedStyles())].sort((a, b) => positionOf(a) - positionOf(b))
  expect(imported).toEqual([...GLOBAL_STYLES, ...components])
})
