import type { StaffRole } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import {
  AUDIT_FILE_ENTRIES_MAX,
  listAuditEntries,
  saveAuditEntries,
} from '@adtally/contract/operator/house/audit.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { isWhole } from '../../lib/cursor.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type Staff, staffVerb } from '../module.ts'
import { listPageByKey } from '../staff-list.ts'
import { byStaff } from './append.ts'
import { type LogFilter, readLog } from './log.repository.ts'
import { readChain } from './repository.ts'

/** Who reads their own acts alone, unless another role of theirs reads all (PRODUCT §15). */
const OWN_ACTS_ONLY: readonly StaffRole[] = ['support', 'content']

function readsOwnOnly({ roles }: Staff): boolean {
  return roles.every((role) => OWN_ACTS_ONLY.includes(role))
}

/** `list-audit-entries`. Throws `staff_role_missing` where somebody asks for another's acts who may read their own. */
export const listAuditEntriesVerb = staffVerb(
  listAuditEntries,
  async (services, staff, { username, subject_id = null, customer_id = null, ...flags }) => {
    const own_only = readsOwnOnly(staff)
    if (own_only && username !== undefined && username !== staff.username)
      throw new Refusal('staff_role_missing', { field: 'username' })
    const filter: LogFilter = {
      username: own_only ? staff.username : (username ?? null),
      subject_id,
      customer_id,
    }
    return await listPageByKey(services, flags, {
      limit_default: LIMIT_DEFAULT,
      isKey: isWhole,
      read: (tx, before, rows_max) => readLog(tx, filter, { before: before ?? null, rows_max }),
      keyOf: ({ sequence }) => sequence,
    })
  },
)

/** `save-audit-entries`: as the chain hashes them. Throws `record_not_found` where there is none from that number on. */
export const saveAuditEntriesVerb = staffVerb(
  saveAuditEntries,
  async ({ database }, staff, { from_sequence, entries_max = AUDIT_FILE_ENTRIES_MAX }) => {
    const from = BigInt(from_sequence)
    const entries = await database.transaction({ kind: 'system' }, async (tx) => {
      const found = await readChain(tx, from - 1n, from + BigInt(entries_max) - 1n, entries_max)
      const last = found.at(-1)
      if (last === undefined) throw new Refusal('record_not_found', { field: 'from_sequence' })
      await byStaff(tx, staff, {
        action: 'audit.saved',
        subject: { kind: 'audit_entries', id: `${from_sequence}-${last.sequence}` },
      })
      return found
    })
    return new Download({
      file_name: `audit-${from_sequence}-${entries.at(-1)?.sequence}.ndjson`,
      media_type: 'application/x-ndjson',
      content: Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
    })
  },
)
