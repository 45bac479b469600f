import { type Chain, chainsFor, mayImport } from '../architecture.ts'
import { type Import, importsFrom, importsOf } from '../imports.ts'
import { foldersOf, isTest, type Rule, type Tree, type Violation } from '../tree.ts'

interface Place {
  /** `packages`, `apps`, or a folder of tests or measurements. */
  kind: string
  workspace: string
  /** The folder directly under `src`; null for a file directly in it, or outside it. */
  layer: string | null
}

/**
 * Imports run one way (HOUSE): packages as ARCHITECTURE's "Imports" says, apps import packages but never each other,
 * layers inside an app go one way, features never import each other. Test code may import everything; nothing imports
 * it.
 */
export const importsRunOneWay: Rule = (tree) => {
  const packages = chainsFor(tree, 'packages')
  return importsOf(tree).flatMap((found) => {
    const message = faultOf(tree, found, packages)
    return message === null ? [] : [{ path: found.from, line: found.line, message } satisfies Violation]
  })
}

function faultOf(tree: Tree, found: Import, packages: Chain[]): string | null {
  if (found.target === null) return null
  if (isTest(found.from)) return null
  const from = placeOf(found.from)
  const to = placeOf(found.target)
  if (isTest(found.target)) return from.kind === '' ? null : `${found.target} is for tests only`
  if (from.kind === 'packages') return packageFault(from, to, packages)
  if (from.kind !== 'apps') return null
  if (to.kind === 'packages') return null
  if (to.kind !== 'apps' || to.workspace !== from.workspace)
    return `an app imports packages only, not ${found.target}`
  return layerFault(tree, found.from, found.target)
}

function packageFault(from: Place, to: Place, packages: Chain[]): string | null {
  if (to.kind !== 'packages') return `a package imports packages only`
  if (to.workspace === from.workspace || mayImport(packages, from.workspace, to.workspace)) return null
  return `\`${from.workspace}\` may not import \`${to.workspace}\``
}

function layerFault(tree: Tree, from_path: string, to_path: string): string | null {
  const from = placeOf(from_path)
  const to = placeOf(to_path)
  if (from.layer === null) return null
  if (from.layer === to.layer) return featureFault(from_path, to_path)
  const chains = chainsFor(
    tree,
    isClient(tree, from.workspace) ? "a client's src" : `apps/${from.workspace}/src`,
  )
  const layer = from.layer
  if (!chains.flat(2).includes(layer)) return null
  const reached = to.layer === null ? layersBehind(tree, to_path) : [to.layer]
  const refused = reached.filter((name) => name !== layer && !mayImport(chains, layer, name))
  return refused.length > 0 ? `\`${layer}\` may not import \`${refused.join('`, `')}\`` : null
}

/** The folders that a file directly in an app's `src` imports. */
function layersBehind(tree: Tree, path: string): string[] {
  return importsFrom(tree, path).flatMap(({ target, type_only }) => {
    if (type_only || target === null) return []
    const to = placeOf(target)
    return to.kind === 'apps' && to.layer !== null ? [to.layer] : []
  })
}

function featureFault(from_path: string, to_path: string): string | null {
  const [from, to] = [from_path, to_path].map((path) => /\/src\/features\/([^/]+)\//.exec(path)?.[1])
  return from !== undefined && to !== undefined && from !== to
    ? `feature ${from} may not import feature ${to}`
    : null
}

function isClient(tree: Tree, workspace: string): boolean {
  return foldersOf(tree).has(`apps/${workspace}/src/features`)
}

function placeOf(path: string): Place {
  const [kind = '', workspace = '', src, layer, ...rest] = path.split('/')
  if (workspace === '') return { kind: '', workspace: '', layer: null }
  return { kind, workspace, layer: src === 'src' && layer !== undefined && rest.length > 0 ? layer : null }
}
