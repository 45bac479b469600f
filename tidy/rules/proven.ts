import { quoted } from '../architecture.ts'
import { type Marker, markersIn } from '../proofs.ts'
import type { Rule, Tree, Violation } from '../tree.ts'

const PAGE = 'docs/rules-and-tests.md'
const POSTINGS = 'apps/api/src/modules/ledger/postings.ts'
const STATUSES = 'apps/api/src/modules/plans/status-table.ts'
const REASONS = 'packages/contract/src/reasons.ts'
/** The next free proof number; numbers are never reused. */
const NEXT = /\bnext\s+number\s+is\s+(\d+)\b/

/** The page has a row for each posting and change of a plan’s status; rows name exactly the tests with numbers. */
export const rulesNameTheirTests: Rule = (tree) => {
  const rows = provenRows(tree)
  const markers = markersIn(tree)
  return [
    ...missingRows(tree, 'Postings', postingsOf(tree)),
    ...missingRows(tree, 'Transitions', transitionsOf(tree)),
    ...inventedReasons(tree),
    ...missingProofs(rows, markers),
    ...strayMarkers(tree, rows, markers),
  ]
}

/** The names of postings in the ledger's chart. */
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

/** The proofs in a row’s last cell, with number and file, separated by `<br>`; `id` is null for any other form. */
export function proofsOf(cell: string): { id: number | null; path: string; proof: string }[] {
  const proofs = cell === '' ? [] : cell.split('<br>').map((proof) => proof.trim())
  return proofs.map((proof) => {
    const [, id, path = ''] = /^([1-9]\d*) `([^`]+)`$/.exec(proof) ?? []
    return { id: id === undefined ? null : Number(id), path, proof }
  })
}

/** Every row has a proof, and each proof is on a test of its file. */
function missingProofs(rows: readonly string[][], markers: readonly Marker[]): Violation[] {
  return rows.flatMap((cells) => {
    const proofs = proofsOf(cells.at(-1) ?? '')
    if (proofs.length === 0) return [problem(`has a row without a proof: ${cells.join(' | ')}`)]
    return proofs.flatMap(({ id, path, proof }) => {
      if (id === null) return [problem(`names a proof otherwise than as 17 \`its.test.ts\`: ${proof}`)]
      const carriers = markers.filter((marker) => marker.id === id).map((marker) => marker.path)
      if (carriers.includes(path)) return []
      const instead =
        carriers.length === 0
          ? 'no test carries; mark the test that proves the row'
          : `a test of ${carriers.join(', ')} carries`
      return [problem(`names proof ${id} of ${path}, which ${instead}`)]
    })
  })
}

/** Every marker is named on the page, is on one test only, and has an issued number. */
function strayMarkers(tree: Tree, rows: readonly string[][], markers: readonly Marker[]): Violation[] {
  const told = new Set(rows.flatMap((cells) => proofsOf(cells.at(-1) ?? '')).map(({ id }) => id))
  const next = Number(NEXT.exec(tree.get(PAGE)?.text ?? '')?.[1] ?? 0)
  const first = new Map<number, Marker>()
  const faultsOf = (marker: Marker): string[] => {
    const { id, text } = marker
    if (id === null)
      return [`marks a proof otherwise than by [proof N] at the end of a test’s title: ${text}`]
    const other = first.get(id)
    first.set(id, other ?? marker)
    const faults: string[] = []
    if (other)
      faults.push(`carries proof ${id}, as does ${other.path}:${other.line}; give it the next number`)
    if (!told.has(id)) faults.push(`carries proof ${id}, which ${PAGE} does not name; add it to a row`)
    if (id >= next)
      faults.push(`carries proof ${id}, and ${PAGE} says that ${next} is the next; raise it there`)
    return faults
  }
  const strays = markers.flatMap((marker) => {
    const { path, line } = marker
    return faultsOf(marker).map((message) => ({ path, line, message }))
  })
  return next > 0 ? strays : [...strays, problem('does not say what the next number is')]
}

/** The rows of the page's tables whose last column has proofs. */
export function provenRows(tree: Tree): string[][] {
  return rowsIn(tree.get(PAGE)?.text ?? '')
}

function rowsUnder(tree: Tree, heading: string): string[][] {
  const [, section = ''] = (tree.get(PAGE)?.text ?? '').split(new RegExp(`^## ${heading}.*$`, 'm'))
  return rowsIn(section.split(/^## /m)[0] ?? '')
}

/** The rows' cells of every table in a text, without heads. */
export function rowsIn(text: string): string[][] {
  const tables = [...text.matchAll(/(?:^\|.*\n?)+/gm)].map(([table]) => table.trimEnd().split('\n'))
  return tables.flatMap((rows) =>
    rows.slice(2).map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    ),
  )
}

function named(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

function problem(message: string): Violation {
  return { path: PAGE, message }
}
