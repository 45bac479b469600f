import { posix } from 'node:path'
import { quoted } from '../architecture.ts'
import { foldersOf, type Rule, type Tree, type Violation } from '../tree.ts'

const README = 'README.md'
const SETTINGS = 'apps/api/src/settings.ts'

/** The README names every setting that the program reads, and no other. */
export const readmeNamesEverySetting: Rule = (tree) => {
  const known = [...(tree.get(SETTINGS)?.text ?? '').matchAll(/^ {2}([A-Z][A-Z_]+): z\./gm)].map(
    ([, name]) => name ?? '',
  )
  const told = firstColumn(tree, 'Settings').filter((name) => /^[A-Z][A-Z_]+$/.test(name))
  return differences(known, told, 'setting')
}

/** The README names every command of package.json except npm's own hooks, and no other. */
export const readmeNamesEveryCommand: Rule = (tree) => {
  const [, scripts = ''] = (tree.get('package.json')?.text ?? '').split('"scripts"')
  const known = [...(scripts.split('}')[0] ?? '').matchAll(/^ {4}"([\w:-]+)":/gm)].map(
    ([, name]) => name ?? '',
  )
  const told = firstColumn(tree, 'Commands').flatMap(
    (text) => /^npm (?:run )?([\w:-]+)/.exec(text)?.[1] ?? [],
  )
  return differences(
    known.filter((name) => !/^(pre|post)/.test(name)),
    told,
    'command',
  )
}

/** Links between documents have existing targets. */
export const linksLeadSomewhere: Rule = (tree) => {
  const folders = foldersOf(tree)
  return [...tree.values()]
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].flatMap(([, link = '']): Violation[] => {
        const target = posix.normalize(posix.join(posix.dirname(path), link)).replace(/\/$/, '')
        return tree.has(target) || folders.has(target)
          ? []
          : [{ path, message: `links to ${link}, which is not there` }]
      }),
    )
}

function firstColumn(tree: Tree, heading: string): string[] {
  const [, section = ''] = (tree.get(README)?.text ?? '').split(new RegExp(`^## ${heading}$`, 'm'))
  const rows = (section.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return rows.flatMap((row) => quoted(row.split('|')[1] ?? ''))
}

function differences(known: readonly string[], told: readonly string[], kind: string): Violation[] {
  const missing = known
    .filter((name) => !told.includes(name))
    .map((name) => `does not name the ${kind} ${name}`)
  const invented = told
    .filter((name) => !known.includes(name))
    .map((name) => `names the ${kind} ${name}, which is not there`)
  return [...missing, ...invented].map((message) => ({ path: README, message }))
}
