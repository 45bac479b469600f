import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** A list as a version of a rule names it. */
export const listUsed = z.strictObject({
  /** Of its entries, each on a line. */
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  entries: z.int(),
  /** The npm package, with its version; `adtally` where the list is this program's own. */
  package: z.string(),
})
export type ListUsed = z.infer<typeof listUsed>

/** A list that this program has, and the rule that it is for. */
export interface HeldList extends ListUsed {
  rule: string
  name: string
}

/** What identifies a list. */
export function digestOf(entries: readonly string[]): Pick<ListUsed, 'sha256' | 'entries'> {
  const sha256 = createHash('sha256').update(entries.join('\n')).digest('hex')
  return { sha256, entries: entries.length }
}
