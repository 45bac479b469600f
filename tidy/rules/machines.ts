import { quoted } from '../architecture.ts'
import type { Rule } from '../tree.ts'

const PAGE = 'docs/machines.md'
const GATE = /^e2e\/prove\/machines\/(.+)\.gate\.ts$/

/** The page of machines has one row for each gate of a machine, and none for a gate that is not there. */
export const machinesHaveTheirRow: Rule = (tree) => {
  const rows = (tree.get(PAGE)?.text ?? '').split('\n').filter((line) => line.startsWith('| '))
  const told = rows.flatMap((row) => quoted(row.split(' | ').at(-1) ?? ''))
  const gates = [...tree.keys()].flatMap((path) => GATE.exec(path)?.[1] ?? [])
  const lost = told.filter((name) => !gates.includes(name))
  return [
    ...gates.filter((name) => !told.includes(name)).map((name) => `has no row for the gate ${name}`),
    ...lost.map((name) => `names the gate ${name}, which is not there`),
  ].map((message) => ({ path: PAGE, message }))
}
