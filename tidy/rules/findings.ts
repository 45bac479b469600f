import { markersIn } from '../proofs.ts'
import type { Rule, Tree, Violation } from '../tree.ts'
import { rowsIn } from './proven.ts'

/** The papers of findings, each with the tests of its fix. */
const PAGES = ['docs/outside-findings.md', 'docs/first-user-findings.md']
const NUMBERS = String.raw`\d+(?:(?:, | to )\d+)*`
const FILE = String.raw`\x60((?:apps|packages|e2e|tidy)\/[^\x60]+)\x60`
/** Proofs with their file, or a file alone; “the same file” is the last one named. */
const NAMED = new RegExp(String.raw`(?:(${NUMBERS}) )?(?:${FILE}|the same file\b)`, 'g')
/** A test named by its promise. */
const QUOTED = /^“(.+)”$/

/** Findings are numbered without gaps and name existing tests: proofs in their files, by their titles. */
export const findingsNameTheirTests: Rule = (tree) =>
  PAGES.flatMap((path) => {
    const text = tree.get(path)?.text
    if (text === undefined) return [{ path, message: 'is not there' }]
    const rows = rowsIn(text)
    return [...gaps(rows), ...lostTests(tree, rows)].map((message): Violation => ({ path, message }))
  })

/** Each finding has the next number; a finding with several tests has its number in the first of its rows. */
function gaps(rows: readonly string[][]): string[] {
  const numbers = rows.flatMap(([first = '']) => (/^\d+$/.test(first) ? [Number(first)] : []))
  if (numbers.length === 0) return ['has no finding']
  const wrong = numbers.find((number, index) => number !== index + 1)
  return wrong === undefined ? [] : [`numbers a finding ${wrong} where another number is the next`]
}

function lostTests(tree: Tree, rows: readonly string[][]): string[] {
  const markers = markersIn(tree)
  let path = ''
  const messages: string[] = []
  for (const cells of rows) {
    const title = QUOTED.exec(cells[0] ?? '')?.[1]
    for (const [, numbers, file] of cells.join(' | ').matchAll(NAMED)) {
      path = file ?? path
      if (!tree.has(path)) messages.push(`names ${path || 'the same file'}, which is not there`)
      for (const id of idsOf(numbers)) {
        const marker = markers.find((each) => each.id === id && each.path === path)
        if (!marker) messages.push(`names proof ${id} of ${path}, which no test of it carries`)
        else if (title !== undefined && !marker.text.startsWith(`${title} [`))
          messages.push(`words proof ${id} otherwise than its test does: ${marker.text}`)
      }
    }
  }
  return messages
}

/** `176, 181 to 183`: each of them. */
function idsOf(numbers = ''): number[] {
  return numbers.split(', ').flatMap((part) => {
    if (part === '') return []
    const [from = 0, to = from] = part.split(' to ').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}
