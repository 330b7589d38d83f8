import type { Plugin } from 'vite'

/** Complete stylesheets of Mantine packages; most of their components are unused. */
const MANTINE_STYLES = /\/@mantine\/\w+\/styles\.css$/
const MANTINE_CLASS = /\bm_[\da-f]+\b/g
const NESTED_RULE = /^@(media|supports|container|layer)\b/

/** The Mantine classes used in these scripts. */
export function mantineClasses(scripts: Iterable<string>): Set<string> {
  return new Set([...scripts].flatMap((code) => code.match(MANTINE_CLASS) ?? []))
}

/** Removes rules of Mantine that cannot match anything, in the original order. */
export function usedStyles(used: ReadonlySet<string>): Plugin {
  return {
    name: 'tala-used-styles',
    enforce: 'pre',
    transform(code, id) {
      return MANTINE_STYLES.test(id) ? usedRules(code.replaceAll(/\/\*[\s\S]*?\*\//g, ''), used) : null
    },
  }
}

function usedRules(css: string, used: ReadonlySet<string>): string {
  let result = ''
  for (const { head, body } of rulesOf(css)) {
    if (NESTED_RULE.test(head)) {
      const inner = usedRules(body, used)
      if (inner) result += `${head}{${inner}}\n`
    } else if (head.startsWith('@') || canMatch(head, used)) result += `${head}{${body}}\n`
  }
  return result
}

/** Whether all required classes of one of the selectors are used. Classes in `:not()` are not required. */
function canMatch(selectors: string, used: ReadonlySet<string>): boolean {
  return selectors.split(/,(?![^(]*\))/).some((selector) => {
    const required = selector.replaceAll(/:not\([^)]*\)/g, '').match(MANTINE_CLASS) ?? []
    return required.every((name) => used.has(name))
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
