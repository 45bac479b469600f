import { quoted } from '../architecture.ts'
import { foldersOf, isTest, type Rule, type Tree, type Violation } from '../tree.ts'
import { proofsOf, provenRows, rowsIn } from './proven.ts'

const PAGE = 'docs/asvs.md'
const OPEN_LIST = 'Open'
/** The counts in the page’s first table, and how each follows from the tables below. */
const COUNTS: Readonly<Record<string, (sums: Sums) => number>> = {
  'Of levels 1 and 2': ({ shown, reason, open, absent }) => shown + reason + open + absent,
  'That do not apply': ({ absent }) => absent,
  'That apply': ({ shown, reason, open }) => shown + reason + open,
  'Shown by a test': ({ shown }) => shown,
  'With a reason why no test here can show them': ({ reason }) => reason,
  Open: ({ open }) => open,
}

interface Sums {
  shown: number
  reason: number
  open: number
  absent: number
}

/** A requirement: its id, its chapter, and its last cell. */
interface Requirement {
  id: string
  chapter: string
  cell: string
}

/**
 * The page of security requirements names existing paths, and tests or proofs of the page of rules and tests, counts
 * what its tables hold, and lists at its end what they leave open.
 */
export const securityRequirementsAreAccounted: Rule = (tree) => {
  const text = tree.get(PAGE)?.text ?? ''
  const requirements = requirementsIn(text)
  if (requirements.length === 0) return [problem('has no requirements')]
  return [
    ...lostPaths(tree, text),
    ...faultyIds(requirements),
    ...requirements.flatMap((requirement) => unshown(tree, requirement)),
    ...wrongCounts(text, requirements),
    ...wrongOpenList(text, requirements),
  ]
}

/** The page’s chapters, such as `V2`, with their text; what precedes the first is under ''. */
function chaptersIn(text: string): { heading: string; section: string }[] {
  return text.split(/^(?=## )/m).map((part) => {
    const [, heading = ''] = /^## (\S+)/.exec(part) ?? []
    return { heading, section: part }
  })
}

function requirementsIn(text: string): Requirement[] {
  return chaptersIn(text)
    .filter(({ heading }) => /^V\d+$/.test(heading))
    .flatMap(({ heading, section }) =>
      rowsIn(section).map((cells) => ({ id: cells[0] ?? '', chapter: heading, cell: cells.at(-1) ?? '' })),
    )
}

function lostPaths(tree: Tree, text: string): Violation[] {
  const folders = foldersOf(tree)
  const named = new Set(quoted(text).filter((name) => /\/|\.(md|json)$/.test(name)))
  return [...named]
    .filter((path) => !tree.has(path) && !folders.has(path))
    .map((path) => problem(`names ${path}, which is not there`))
}

function faultyIds(requirements: readonly Requirement[]): Violation[] {
  const ids = requirements.map(({ id }) => id)
  return [
    ...requirements
      .filter(({ id, chapter }) => !id.startsWith(`${chapter}.`))
      .map(({ id, chapter }) => problem(`has ${id} under ${chapter}`)),
    ...ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => problem(`has ${id} twice`)),
  ]
}

/** How a requirement's last cell accounts for it. */
function standingOf(cell: string): 'shown' | 'reason' | 'open' {
  if (cell.startsWith('reason: ')) return 'reason'
  return cell.startsWith('open: ') ? 'open' : 'shown'
}

/** A requirement marked as shown names only tests, by file or by a proof of the page of rules and tests. */
function unshown(tree: Tree, { id, cell }: Requirement): Violation[] {
  if (standingOf(cell) !== 'shown') return []
  const known = new Set(provenRows(tree).flatMap((cells) => (cells.at(-1) ?? '').split('<br>').map(trimmed)))
  const named = cell.split('<br>').map(trimmed)
  return named.flatMap((evidence) => {
    const [, file] = /^`([^`]+)`$/.exec(evidence) ?? []
    if (file !== undefined)
      return /\.(test|spec|gate)\.tsx?$/.test(file) && isTest(file)
        ? []
        : [problem(`shows ${id} by ${file}, which is no test`)]
    if (proofsOf(evidence).some((proof) => proof.id === null) || evidence === '')
      return [problem(`shows ${id} otherwise than by a test or a proof: ${evidence}`)]
    return known.has(evidence)
      ? []
      : [problem(`shows ${id} by ${evidence}, which docs/rules-and-tests.md does not name`)]
  })
}

function wrongCounts(text: string, requirements: readonly Requirement[]): Violation[] {
  const sums: Sums = { shown: 0, reason: 0, open: 0, absent: 0 }
  for (const { cell } of requirements) sums[standingOf(cell)] += 1
  for (const [, count] of text.matchAll(/^Does not apply \((\d+)\)/gm)) sums.absent += Number(count)
  const [before] = chaptersIn(text)
  const stated = new Map(
    rowsIn(before?.section ?? '').map(([name = '', count = '']) => [name, Number(count)]),
  )
  return Object.entries(COUNTS)
    .filter(([name, countOf]) => stated.get(name) !== countOf(sums))
    .map(([name, countOf]) =>
      problem(`counts ${stated.get(name) ?? 'nothing'} for "${name}"; its tables hold ${countOf(sums)}`),
    )
}

function wrongOpenList(text: string, requirements: readonly Requirement[]): Violation[] {
  const list = chaptersIn(text).find(({ heading }) => heading === OPEN_LIST)?.section ?? ''
  const listed = [...list.matchAll(/^- (V[\d.]+): (.*)$/gm)].map(
    ([, id = '', missing = '']) => `${id} open: ${missing}`,
  )
  const open = requirements
    .filter(({ cell }) => standingOf(cell) === 'open')
    .map(({ id, cell }) => `${id} ${cell}`)
  return [
    ...open.filter((one) => !listed.includes(one)).map((one) => problem(`leaves out at its end: ${one}`)),
    ...listed.filter((one) => !open.includes(one)).map((one) => problem(`lists at its end: ${one}`)),
  ]
}

function trimmed(text: string): string {
  return text.trim()
}

function problem(message: string): Violation {
  return { path: PAGE, message }
}
