import type { Database } from '../../../database/database.ts'
import { type GroupCommitLimits, groupCommit } from '../../../lib/group-commit.ts'
import { currentRequestId, inNoRequest, inRequest } from '../../../lib/request-context.ts'
import { currentSpan } from '../../../telemetry/tracing.ts'
import { LedgerBusy } from '../ledger-fault.ts'
import { LedgerFigures } from '../metrics.ts'
import type { LedgerWriter, MoneyAction } from '../money-action.ts'
import { coalesceDuplicates } from './coalesce-duplicates.ts'
import { commitActs, type LedgerAccess, type Tell } from './commit-acts.ts'
import { OpenAccounts } from './open-accounts.ts'
import type { PendingAct } from './pending-act.ts'

type WriterLimits = Omit<GroupCommitLimits, 'in_flight_max'>

const LIMITS: WriterLimits = { batch_max: 512, queue_max: 16_384 }

/**
 * The ledger's writer on `database` (PERFORMANCE, "Group commit"); `commitActs` says how it handles failures. Besides
 * refusals, calls reject with `LedgerBusy` if the queue is full, `DatabaseUnavailable` if the database stays away,
 * and `LedgerFault` if a posting fails that no rule foresees.
 */
export function createLedgerWriter(
  database: Database,
  limits: WriterLimits = LIMITS,
  figures = new LedgerFigures(),
): LedgerWriter {
  const ledger: LedgerAccess = { database, open_accounts: new OpenAccounts(), figures }
  const queue = groupCommit<PendingAct>({ ...limits, in_flight_max: 2 }, async (batch) => {
    const tells: Tell[] = []
    for (let rest = batch; rest.length > 0; ) {
      const { acts, later } = coalesceDuplicates(rest)
      tells.push(await asRequestOf(acts, () => commitActs(ledger, acts)))
      rest = later
    }
    return () => {
      for (const tell of tells) tell()
    }
  })
  const others = new Map<Database, LedgerWriter>()
  return {
    submit: <Payload, Outcome, Found, FoundLocked>(
      action: MoneyAction<Payload, Outcome, Found, FoundLocked>,
    ) =>
      new Promise<Outcome>((resolve, reject) => {
        const http_request_id = currentRequestId()
        if (!queue.add({ action, http_request_id, resolve, reject, origin: currentSpan() }))
          reject(new LedgerBusy())
      }),
    on(other) {
      const writer = others.get(other) ?? createLedgerWriter(other, limits, figures)
      others.set(other, writer)
      return writer
    },
    figures,
    async close() {
      await Promise.all([queue.close(), ...[...others.values()].map((writer) => writer.close())])
    },
  }
}

/** The first act starts the batch; its request owns the work only if all acts are that request's. */
function asRequestOf<T>(acts: readonly PendingAct[], work: () => T): T {
  const request_id = acts[0]?.http_request_id ?? null
  const is_of_one = acts.every(({ http_request_id }) => http_request_id === request_id)
  return is_of_one && request_id !== null ? inRequest({ request_id }, work) : inNoRequest(work)
}
