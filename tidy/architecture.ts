import type { Tree } from './tree.ts'

/** The page with folders, module order and import directions; the rules read it instead of repeating it. */
export const ARCHITECTURE_PATH = 'docs/ARCHITECTURE.md'

/** The cells of the first table under a heading, without its head; throws if the page has no such table. */
export function tableUnder(tree: Tree, heading: string): string[][] {
  const text = tree.get(ARCHITECTURE_PATH)?.text ?? ''
  const [, section] = text.split(new RegExp(`^## ${heading}.*$`, 'm'))
  const rows =
    (section ?? '')
      .split(/^## /m)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? []
  if (rows.length < 3) throw new Error(`${ARCHITECTURE_PATH} has no table under "${heading}"`)
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

/** The texts between backticks. */
export function quoted(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => (name === undefined ? [] : [name]))
}

/** The modules, bottom first. */
export function moduleOrder(tree: Tree): string[] {
  return tableUnder(tree, 'Modules').flatMap(([name]) => quoted(name ?? '').slice(0, 1))
}

/** A chain of layers: each may import those to its right, but not those beside it. */
export type Chain = readonly (readonly string[])[]

/** The chains for a place, such as `apps/api/src`. */
export function chainsFor(tree: Tree, place: string): Chain[] {
  const row = tableUnder(tree, 'Imports').find(([cell]) => quoted(cell ?? '').includes(place))
  if (!row) throw new Error(`${ARCHITECTURE_PATH} states no import directions for ${place}`)
  return (row[1] ?? '').split(';').map((chain) => chain.split('→').map(quoted))
}

/** Whether any chain lets `from` import `to`. */
export function mayImport(chains: readonly Chain[], from: string, to: string): boolean {
  return chains.some((chain) => {
    const position = chain.findIndex((layer) => layer.includes(from))
    return position !== -1 && chain.slice(position + 1).some((layer) => layer.includes(to))
  })
}
