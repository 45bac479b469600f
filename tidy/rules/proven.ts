import { quoted } from '../architecture.ts'
import type { Rule, Tree, Violation } from '../tree.ts'

const PAGE = 'docs/rules-and-tests.md'
const POSTINGS = 'apps/api/src/modules/ledger/postings.ts'
const STATUSES = 'apps/api/src/modules/plans/status-table.ts'
const REASONS = 'packages/contract/src/reasons.ts'

/** Every posting, every change of a plan’s status, every rule of SPEC §5 and the threats told of name a test that is there. */
export const rulesNameTheirTests: Rule = (tree) => [
  ...missingRows(tree, 'Postings', postingsOf(tree)),
  ...missingRows(tree, 'Transitions', transitionsOf(tree)),
  ...inventedReasons(tree),
  ...['Postings', 'Transitions', 'Rules', 'Threats'].flatMap((heading) => missingTests(tree, heading)),
]

/** The names of postings, as the chart of the ledger lists them. */
function postingsOf(tree: Tree): string[] {
  const [, list = ''] = (tree.get(POSTINGS)?.text ?? '').split('export const POSTINGS')
  return named(list.split('} as const')[0] ?? '', /^ {2}(\w+): \[/gm)
}

/** Every change of status with its trigger, such as `matching → putting first_delivery`. */
function transitionsOf(tree: Tree): string[] {
  const text = tree.get(STATUSES)?.text ?? ''
  const rows = text.matchAll(/\{\s*from: (null|'\w+'),\s*to: '(\w+)',\s*triggers: \[([^\]]*)\]/g)
  return [...rows].flatMap(([, from = '', to = '', triggers = '']) => {
    const before = from === 'null' ? '–' : from.replaceAll("'", '')
    return named(triggers, /'(\w+)'/g).map((trigger) => `${before} → ${to} ${trigger}`)
  })
}

function missingRows(tree: Tree, heading: string, wanted: readonly string[]): Violation[] {
  const told = new Set(
    rowsUnder(tree, heading).map((cells) => quoted(cells.slice(0, -1).join(' ')).join(' ')),
  )
  if (wanted.length === 0) return [problem(`finds nothing to prove under ${heading}`)]
  return [
    ...wanted.filter((name) => !told.has(name)).map((name) => problem(`has no row for ${name}`)),
    ...[...told]
      .filter((name) => !wanted.includes(name))
      .map((name) => problem(`tells of ${name}, which is not there`)),
  ]
}

function inventedReasons(tree: Tree): Violation[] {
  const known = tree.get(REASONS)?.text ?? ''
  return rowsUnder(tree, 'Rules').flatMap(([, reasons = '']) =>
    quoted(reasons)
      .filter((reason) => !new RegExp(`\\b${reason}\\b`).test(known))
      .map((reason) => problem(`names the reason ${reason}, which is not there`)),
  )
}

/** A row's last cell names tests by file and title, several separated by `<br>`. */
function missingTests(tree: Tree, heading: string): Violation[] {
  return rowsUnder(tree, heading).flatMap((cells) => {
    const proofs = (cells.at(-1) ?? '').split('<br>').map((proof) => proof.trim())
    return proofs.flatMap((proof) => {
      const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
      const text = tree.get(path)?.text ?? ''
      const there = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`))
      return title !== '' && there ? [] : [problem(`names a test that is not there: ${proof}`)]
    })
  })
}

function rowsUnder(tree: Tree, heading: string): string[][] {
  const [, section = ''] = (tree.get(PAGE)?.text ?? '').split(new RegExp(`^## ${heading}.*$`, 'm'))
  const rows = (section.split(/^## /m)[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

function problem(message: string): Violation {
  return { path: PAGE, message }
}
