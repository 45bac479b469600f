import { importsFrom } from '../imports.ts'
import { lineAt, type Rule, type SourceFile, type Tree, type Violation } from '../tree.ts'

const ROUTES = 'apps/web/src/app/routes.ts'
const FIRST = 'packages/i18n/src/namespaces.ts'
const PAGE = /\bpage\(\s*'([^']+)',\s*\(\)\s*=>\s*import\('([^']+)'\),\s*\{([^{}]*)\}/g
const READS = /useMessages\('(\w+)/g
/** A part opened by a tap loads its texts itself, beside its code. */
const BRINGS = /needTexts\((\[[^\]]*\])/g

/**
 * A page names every namespace that it and its imports read (HOUSE: a language is loaded by need), and no others,
 * which would load for nothing. What a file loads by `needTexts` need not be named.
 */
export const pagesNameTheirMessages: Rule = (tree) => {
  const routes = tree.get(ROUTES)
  const first = new Set(quotedIn(/FIRST_NAMESPACES = \[([^\]]*)\]/.exec(tree.get(FIRST)?.text ?? '')?.[1]))
  if (!routes) return []
  return [...routes.text.matchAll(PAGE)].flatMap((match) => faultsOf(tree, routes, match, first))
}

function faultsOf(
  tree: Tree,
  routes: SourceFile,
  { 1: path = '', 2: module = '', 3: meta = '', index }: RegExpMatchArray,
  first: ReadonlySet<string>,
): Violation[] {
  const target = importsFrom(tree, ROUTES).find(({ specifier }) => specifier === module)?.target
  const read = new Set(target ? namespacesBehind(tree, target) : [])
  const named = new Set(quotedIn(/messages:\s*\[([^\]]*)\]/.exec(meta)?.[1]))
  const missing = [...read].filter((name) => !first.has(name) && !named.has(name))
  const idle = [...named].filter((name) => first.has(name) || !read.has(name))
  const say = (name: string, fault: string) => ({
    path: ROUTES,
    line: lineAt(routes.text, index ?? 0),
    message: `${path} ${fault} the messages «${name}»`,
  })
  return [
    ...missing.map((name) => say(name, 'reads and does not name')),
    ...idle.map((name) => say(name, 'names and need not name')),
  ]
}

function quotedIn(list: string | undefined): string[] {
  return [...(list ?? '').matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

function namespacesBehind(tree: Tree, start: string): string[] {
  const seen = new Set<string>()
  const read = new Set<string>()
  const visit = (path: string, brought: readonly string[]): void => {
    const visited = [path, ...brought].join()
    const text = tree.get(path)?.text
    if (seen.has(visited) || text === undefined) return
    seen.add(visited)
    for (const [, name = ''] of text.matchAll(READS)) if (!brought.includes(name)) read.add(name)
    const brings = [...text.matchAll(BRINGS)].flatMap(([, list]) => quotedIn(list))
    const with_it = [...new Set([...brought, ...brings])].toSorted()
    for (const { target, type_only } of importsFrom(tree, path))
      if (target !== null && !type_only) visit(target, with_it)
  }
  visit(start, [])
  return [...read]
}
