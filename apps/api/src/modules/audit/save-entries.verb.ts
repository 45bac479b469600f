import { AUDIT_FILE_ENTRIES_MAX, saveAuditEntries } from '@adtally/contract/operator/house/audit.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { Refusal } from '../../lib/refusal.ts'
import { staffVerb } from '../module.ts'
import { byStaff } from './append.ts'
import { readChain } from './repository.ts'

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
