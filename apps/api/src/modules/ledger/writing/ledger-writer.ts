import type { Database } from '../../../database/database.ts'
import { currentSpan } from '../../../telemetry/tracing.ts'
import { LedgerFigures } from '../metrics.ts'
import type { LedgerWriter, MoneyAction } from '../money-action.ts'
import { type LedgerAccess, settle, type Tell } from '../settle.ts'
import { foldRepeated } from './fold-repeated.ts'
import { type GroupCommitLimits, groupCommit } from './group-commit.ts'
import { OpenAccounts } from './open-accounts.ts'
import type { PendingAct } from './pending-act.ts'

const LIMITS: GroupCommitLimits = { batch_max: 512, queue_max: 16_384 }

/**
 * The ledger's writer on `database` (PERFORMANCE, "Group commit"); see `settle` for what it does about failures.
 * Beside refusals its calls reject with `LedgerBusy` where too much waits, with `DatabaseUnavailable` where the
 * database stays away, and with `LedgerFault` where a posting fails that no rule foresees.
 */
export function createLedgerWriter(
  database: Database,
  limits: GroupCommitLimits = LIMITS,
  figures = new LedgerFigures(),
): LedgerWriter {
  const ledger: LedgerAccess = { database, open_accounts: new OpenAccounts(), figures }
  const queue = groupCommit<PendingAct>(limits, async (batch) => {
    const tells: Tell[] = []
    for (let rest = batch; rest.length > 0; ) {
      const { acts, later } = foldRepeated(rest)
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
        queue.add({ action, resolve, reject, origin: currentSpan() })
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
