import { CRAWLER_LISTS } from './crawler-lists.ts'
import { HOSTING_LIST } from './hosting-networks.ts'
import type { HeldList, ListUsed } from './list-used.ts'

const HELD: readonly HeldList[] = [...CRAWLER_LISTS, HOSTING_LIST]

/** Whether this program has the very list that a version names. */
export function isHeldList(rule: string, name: string, { sha256 }: ListUsed): boolean {
  return HELD.some((held) => held.rule === rule && held.name === name && held.sha256 === sha256)
}

/** The lists that a new version of a rule goes by: the newest that this program has. */
export function newestLists(rule: string): Record<string, ListUsed> {
  return Object.fromEntries(
    HELD.filter((held) => held.rule === rule).map(({ name, sha256, entries, package: source }) => [
      name,
      { sha256, entries, package: source },
    ]),
  )
}
