import type { auditHead } from '@adtally/contract/audit.ts'
import type { OutputOf } from '@adtally/contract/call.ts'
import type { Services } from '../services.ts'
import { readHashAt, readHeadTime } from './repository.ts'

export type HeadReading = OutputOf<typeof auditHead>

/** The log's head, and the hash at a height if asked: hashes only, nothing the entries say. */
export async function readPublicHead(services: Services, height: string | undefined): Promise<HeadReading> {
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const { head, entry_at } = await readHeadTime(tx)
    return {
      height: Number(head.sequence),
      hash: head.hash,
      entry_at: entry_at?.toISOString() ?? null,
      as_of: services.clock.now().toISOString(),
      entry_hash: height === undefined ? null : await readHashAt(tx, height),
    }
  })
}
