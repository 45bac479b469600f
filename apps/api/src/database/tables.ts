import type { LedgerMode } from '@adtally/contract/enums.ts'
import type { Generated } from 'kysely'

declare module './database.ts' {
  interface Schema {
    'platform.environment': { mode: LedgerMode; created_at: Date }
    'platform.jobs': JobTable
    'platform.outbox': OutboxTable
  }
}

interface Retried {
  /** The request that caused it; null if none alone did. */
  request_id: string | null
  attempts: Generated<number>
  retry_at: Date | null
  last_error: string | null
}

export interface JobTable extends Retried {
  kind: string
  subject_id: string
  due_at: Date
}

export interface OutboxTable extends Retried {
  id: Generated<bigint>
  topic: string
  key: string
  payload: unknown
  published_at: Generated<Date>
}
