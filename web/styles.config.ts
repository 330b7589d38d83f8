import type { Plugin } from 'vite'

/** The whole styles of a package of the UI kit, most of them of components that nobody here uses. */
const KIT_STYLES = /\/@mantine\/\w+\/styles\.css$/
const KIT_CLASS = /\bm_[\da-f]+\b/g
const NESTING = /^@(media|supports|container|layer)\b/

/** The UI kit's classes that these scripts name. */
export function kitClasses(scripts: Iterable<string>): Set<string> {
  return new Set([...scripts].flatMap((code) => code.match(KIT_CLASS) ?? []))
}

/** Leaves out of the UI kit's styles what can match nothing; their order stays. */
export function usedStyles(used: ReadonlySet<string>): Plugin {
  return {
    name: 'tala-used-styles',
    enforce: 'pre',
    transform(code, id) {
      return KIT_STYLES.test(id) ? usedRules(code.replaceAll(/\/\*[\s\S]*?\*\//g, ''), used) : null
    },
  }
}

function usedRules(css: string, used: ReadonlySet<string>): string {
  let kept = ''
  for (const { head, body } of rulesOf(css)) {
    if (NESTING.test(head)) {
      const inner = usedRules(body, used)
      if (inner) kept += `${head}{${inner}}\n`
    } else if (head.startsWith('@') || canMatch(head, used)) kept += `${head}{${body}}\n`
  }
  return kept
}

/** Whether one of the selectors asks for classes in use only. What it excludes (`:not`) it does not ask for. */
function canMatch(selectors: string, used: ReadonlySet<string>): boolean {
  return selectors.split(/,(?![^(]*\))/).some((selector) => {
    const asked = selector.replaceAll(/:not\([^)]*\)/g, '').match(KIT_CLASS) ?? []
    return asked.every((name) => used.has(name))
  })
}

function* rulesOf(css: string): Generator<{ head: string; body: string }> {
  let [depth, start, open] = [0, 0, 0]
  for (let at = 0; at < css.length; at += 1) {
    if (css[at] === '{' && depth++ === 0) open = at
    if (css[at] !== '}' || --depth > 0) continue
    yield { head: css.slice(start, open).trim(), body: css.slice(open + 1, at) }
    start = at + 1
  }
}
