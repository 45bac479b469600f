import { ARCHITECTURE_PATH, moduleOrder, quoted, tableUnder } from '../architecture.ts'
import { foldersOf, type Rule, type Tree, type Violation } from '../tree.ts'

/** Folders that need no mention, because readers expect them. */
const SOURCES = /\/src$/
const MODULE = /^apps\/api\/src\/modules\/([^/]+)$/

/** ARCHITECTURE.md names every folder, and none that does not exist. */
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

/** The folders in the first column, and those that the second column lists below them as `src/{a,b}`. */
function namedFolders(tree: Tree): string[] {
  return tableUnder(tree, 'Folders').flatMap(([first = '', second = '']) => {
    const homes = quoted(first).flatMap(expand)
    const below = quoted(second)
      .filter((text) => /^(src\/|<|\{|NNN)/.test(text))
      .flatMap((text) => homes.flatMap((home) => expand(`${home}/${text}`)))
    return [...homes, ...below]
  })
}

/** Whether a folder, or one inside it, is named. */
function isCovered(folder: string, named: readonly string[]): boolean {
  return named.some((name) => pattern(name).test(folder) || pattern(`${folder}/.*`).test(name))
}

/** Expands `{a,b}`. */
function expand(text: string): string[] {
  const match = /^(.*?)\{([^}]*)\}(.*)$/.exec(text)
  if (!match) return [text]
  const [, before = '', choices = '', after = ''] = match
  return choices.split(',').flatMap((choice) => expand(`${before}${choice}${after}`))
}

/** `<name>` and `NNN-name` match any folder of that kind; a file's path counts as its folder. */
function pattern(name: string): RegExp {
  const folder = name.replace(/\/[^/]+\.(sql|ts|md|json)$/, '').replace(/\/$/, '')
  return new RegExp(`^${folder.replace(/<\w+>|NNN-name/g, '[^/]+')}$`)
}
