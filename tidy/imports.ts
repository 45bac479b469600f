import { posix } from 'node:path'
import { parse } from './syntax.ts'
import { lineAt, type SourceFile, sources, type Tree } from './tree.ts'

export interface Import {
  from: string
  line: number
  specifier: string
  /** The file it names, if that is in the repository. */
  target: string | null
  /** Erased before the program runs. */
  type_only: boolean
}

/** Every import of the tree's sources. */
export function importsOf(tree: Tree): Import[] {
  const known = read.get(tree)
  if (known) return known
  const imports = sources(tree).flatMap((file) => importsOfFile(tree, file))
  read.set(tree, imports)
  return imports
}

/** The imports of one of the tree's sources; none for another path. */
export function importsFrom(tree: Tree, path: string): readonly Import[] {
  const known = sorted.get(tree) ?? Map.groupBy(importsOf(tree), ({ from }) => from)
  sorted.set(tree, known)
  return known.get(path) ?? []
}

const read = new WeakMap<Tree, Import[]>()
const sorted = new WeakMap<Tree, ReadonlyMap<string, readonly Import[]>>()

function importsOfFile(tree: Tree, file: SourceFile): Import[] {
  const { module } = parse(file)
  const found = [
    ...module.staticImports.map(({ moduleRequest, entries }) => ({
      start: moduleRequest.start,
      specifier: moduleRequest.value,
      type_only: entries.length > 0 && entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest, isType }) =>
        moduleRequest
          ? [{ start: moduleRequest.start, specifier: moduleRequest.value, type_only: isType }]
          : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
      start,
      specifier: file.text.slice(start + 1, end - 1),
      type_only: false,
    })),
  ]
  return found.map(({ start, specifier, type_only }) => ({
    from: file.path,
    line: lineAt(file.text, start),
    specifier,
    target: resolve(tree, file.path, specifier.replace(/\?.*$/, '')),
    type_only,
  }))
}

/** The file that `specifier` in `from` names: relative, or `@adtally/<workspace>/<path>`. */
function resolve(tree: Tree, from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), specifier))
  const match = /^@adtally\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (!match) return null
  const [, workspace, path = 'index.ts'] = match
  const home =
    ['packages', 'apps'].find((folder) => tree.has(`${folder}/${workspace}/package.json`)) ?? 'packages'
  return `${home}/${workspace}/src/${path}`
}
