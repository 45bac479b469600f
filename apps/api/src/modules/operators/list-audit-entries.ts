import type { StaffRole } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { listAuditEntries } from '@adtally/contract/operator/house/audit.ts'
import { isWhole } from '../../lib/cursor.ts'
import { Refusal } from '../../lib/refusal.ts'
import { readLog } from '../audit/index.ts'
import { type Module, type Staff, type StaffVerb, staffVerb } from '../module.ts'
import { listPageByKey } from '../staff-list.ts'

/** Who reads their own acts alone, unless another role of theirs reads all (PRODUCT §15). */
const OWN_ACTS_ONLY: readonly StaffRole[] = ['support', 'content']

function readsOwnOnly({ roles }: Staff): boolean {
  return roles.every((role) => OWN_ACTS_ONLY.includes(role))
}

/** `list-audit-entries`. Throws `staff_role_missing` where somebody asks for another's acts who may read their own. */
export function listAuditEntriesVerb(customerOf: Module['customerOf']): StaffVerb {
  return staffVerb(
    listAuditEntries,
    async (services, staff, { username, subject_id = null, customer, ...flags }) => {
      const own_only = readsOwnOnly(staff)
      if (own_only && username !== undefined && username !== staff.username)
        throw new Refusal('staff_role_missing', { field: 'username' })
      return await listPageByKey(services, flags, {
        limit_default: LIMIT_DEFAULT,
        isKey: isWhole,
        read: async (tx, before, rows_max) => {
          const named = customer === undefined ? null : await customerOf?.(tx, customer)
          if (named === undefined) throw new Refusal('record_not_found', { field: 'customer' })
          const filter = {
            username: own_only ? staff.username : (username ?? null),
            subject_id,
            customer_id: named?.customer_id ?? null,
          }
          return await readLog(tx, filter, { before: before ?? null, rows_max })
        },
        keyOf: ({ sequence }) => sequence,
      })
    },
  )
}
