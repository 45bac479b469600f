import { FOUND_MAX, search } from '@adtally/contract/operator/house/proposals.ts'
import * as audit from '../audit/index.ts'
import { type Search, type StaffVerb, staffVerb } from '../module.ts'
import { holdsRole } from './rules.ts'

/**
 * `search`: what each module finds for a text, of the kinds that the searcher's roles may see. It answers what exists
 * and whose it is, and the audit records whom somebody found. To read what a customer wrote or sent, other verbs are
 * needed, whose use the customer sees.
 */
export function searchVerb(searches: readonly Search[]): StaffVerb {
  return staffVerb(search, ({ database }, staff, { text: wanted, kind }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const items = []
      for (const each of searches) {
        if (!holdsRole(staff, each.roles) || (kind !== undefined && kind !== each.kind)) continue
        const found = await each.find(tx, wanted, FOUND_MAX)
        items.push(...found.map((one) => ({ kind: each.kind, ...one })))
      }
      // Whom somebody has found, and not what they typed: that may be a name or an address, and is kept for good.
      await audit.byStaff(tx, staff, {
        action: 'search.made',
        subject: { kind: 'search', id: kind ?? 'everything' },
        details: { found: items.map(({ kind, id }) => `${kind} ${id}`) },
      })
      return { items }
    }),
  )
}
