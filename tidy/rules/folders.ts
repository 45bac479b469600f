import { ARCHITECTURE_PATH, moduleOrder, quoted, tableUnder } from '../architecture.ts'
import { foldersOf, type Rule, type Tree, type Violation } from '../tree.ts'

/** What holds nothing but the folders and files that a reader looks for in it anyway. */
const SOURCES = /\/src$/
const MODULE = /^apps\/api\/src\/modules\/([^/]+)$/

/** ARCHITECTURE.md names every folder, and none that is not there. */
export const architectureNamesEveryFolder: Rule = (tree) => {
  const folders = foldersOf(tree)
  const named = namedFolders(tree)
  const modules = moduleOrder(tree)
  const unnamed = [...folders].filter((folder) => {
    const module_name = MODULE.exec(folder)?.[1]
    if (module_name !== undefined) return !modules.includes(module_name)
    return !SOURCES.test(folder) && !isCovered(folder, named)
  })
  const missing = [...named, ...modules.map((name) => `apps/api/src/modules/${name}`)].filter(
    (name) => ![...folders].some((folder) => pattern(name).test(folder)),
  )
  return [
    ...unnamed.map((folder): Violation => ({ path: ARCHITECTURE_PATH, message: `does not name ${folder}` })),
    ...missing.map(
      (name): Violation => ({ path: ARCHITECTURE_PATH, message: `names ${name}, which is not there` }),
    ),
  ]
}

/** The first column's folders, and those that the second column gives below them as `src/{a,b}`. */
function namedFolders(tree: Tree): string[] {
  return tableUnder(tree, 'Folders').flatMap(([first = '', second = '']) => {
    const homes = quoted(first).flatMap(expand)
    const below = quoted(second)
      .filter((text) => /^(src\/|<|\{|NNN)/.test(text))
      .flatMap((text) => homes.flatMap((home) => expand(`${home}/${text}`)))
    return [...homes, ...below]
  })
}

/** A folder is named itself or by one that lies in it. */
function isCovered(folder: string, named: readonly string[]): boolean {
  return named.some((name) => pattern(name).test(folder) || pattern(`${folder}/.*`).test(name))
}

/** `{a,b}` spelled out. */
function expand(text: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(text)
  if (!match) return [text]
  const [, before = '', choices = '', after = ''] = match
  return choices.split(',').flatMap((choice) => expand(`${before}${choice}${after}`))
}

/** `<name>` and `NNN-name` stand for any folder of the kind; a file's path counts as its folder. */
function pattern(name: string): RegExp {
  const folder = name.replace(/\/[^/]+\.(sql|ts|md|json)$/, '').replace(/\/$/, '')
  return new RegExp(`^${folder.replace(/<\w+>|NNN-name/g, '[^/]+')}$`)
}
