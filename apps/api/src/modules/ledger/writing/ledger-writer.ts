import type { Database } from '../../../database/database.ts'
import { type GroupCommitLimits, groupCommit } from '../../../lib/group-commit.ts'
import { LedgerBusy } from '../ledger-fault.ts'
import type { LedgerWriter, MoneyAction } from '../money-action.ts'
import { type LedgerAccess, settle, type Tell } from '../settle.ts'
import { coalesceDuplicates } from './coalesce-duplicates.ts'
import { OpenAccounts } from './open-accounts.ts'
import type { PendingAct } from './pending-act.ts'

/** How much may be in a batch, and wait. */
type WriterLimits = Omit<GroupCommitLimits, 'in_flight_max'>

const LIMITS: WriterLimits = { batch_max: 512, queue_max: 16_384 }

/**
 * The ledger's writer on `database` (PERFORMANCE, "Group commit"); see `settle` for what it does about failures.
 * Beside refusals its calls reject with `LedgerBusy` where too much waits, with `DatabaseUnavailable` where the
 * database stays away, and with `LedgerFault` where a posting fails that no rule foresees.
 */
export function createLedgerWriter(database: Database, limits: WriterLimits = LIMITS): LedgerWriter {
  const ledger: LedgerAccess = { database, open_accounts: new OpenAccounts() }
  const queue = groupCommit<PendingAct>({ ...limits, in_flight_max: 2 }, async (batch) => {
    const tells: Tell[] = []
    for (let rest = batch; rest.length > 0; ) {
      const { acts, later } = coalesceDuplicates(rest)
      tells.push(await settle(ledger, acts))
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
        if (!queue.add({ action, resolve, reject })) reject(new LedgerBusy())
      }),
    on(other) {
      const writer = others.get(other) ?? createLedgerWriter(other, limits)
      others.set(other, writer)
      return writer
    },
    async close() {
      await Promise.all([queue.close(), ...[...others.values()].map((writer) => writer.close())])
    },
  }
}
