import { text } from '@adtally/contract/fields.ts'
import * as z from 'zod/mini'
import * as audit from '../audit/index.ts'
import { type Search, type StaffVerb, staffVerb } from '../module.ts'
import { EVERY_ROLE, holdsRole } from './rules.ts'

const FOUND_MAX = 20

/**
 * `search`: what each module finds for a text, of the kinds that the searcher's roles may see. It answers what exists
 * and whose it is, and the audit records whom somebody found. To read what a customer wrote or sent, other verbs are
 * needed, whose use the customer sees.
 */
export function searchVerb(searches: readonly Search[]): StaffVerb {
  return staffVerb({
    name: 'search',
    summary: `Find by --text: an id, a number, a bank’s reference, or how a name begins; ${FOUND_MAX} of a kind at most; [--kind ${searches.map(({ kind }) => kind).join('|')}]`,
    roles: EVERY_ROLE,
    input: z.strictObject({
      text: text(254),
      kind: z.optional(z.enum(searches.map(({ kind }) => kind))),
    }),
    run: ({ database }, staff, { text: wanted, kind }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        const items = []
        for (const search of searches) {
          if (!holdsRole(staff, search.roles) || (kind !== undefined && kind !== search.kind)) continue
          const found = await search.find(tx, wanted, FOUND_MAX)
          items.push(...found.map((one) => ({ kind: search.kind, ...one })))
        }
        // Whom somebody has found, and not what they typed: that may be a name or an address, and is kept for good.
        await audit.byStaff(tx, staff, {
          action: 'search.made',
          subject: { kind: 'search', id: kind ?? 'everything' },
          details: { found: items.map(({ kind, id }) => `${kind} ${id}`) },
        })
        return { items }
      }),
  })
}
