import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../database/database.ts'
import { DatabaseUnavailable } from '../../../database/database-error.ts'
import { codeOf } from '../../../database/start-error.ts'
import { noteOnSpan, tracedTogether } from '../../../telemetry/tracing.ts'
import type { LedgerFigures } from '../metrics.ts'
import { AccountGone } from '../repository.ts'
import { type ActResult, carryOut } from './commit-actions.ts'
import type { OpenAccounts } from './open-accounts.ts'
import type { PendingAct } from './pending-act.ts'

/** Eight waits, doubling from 50 ms: longer than a database takes to come back after a crash. */
const TRIES_MAX = 9
const FIRST_PAUSE_MS = 50
/** Deadlock, serialisation failure, lock not available: the same batch may succeed on a retry. */
const CONFLICTS = new Set(['40P01', '40001', '55P03'])
export interface LedgerAccess {
  database: Database
  open_accounts: OpenAccounts
  figures: LedgerFigures
}

/** Tells callers the outcome of their acts; called once. */
export type Tell = () => void

/**
 * Commits acts in one transaction; answers how to tell each its outcome. After a lost connection it retries, as it
 * cannot know whether they were committed; request and transfer ids reveal it. If a batch fails as a whole its halves
 * are retried apart, so that one bad act never harms others. Never throws.
 */
export async function commitActs(ledger: LedgerAccess, acts: readonly PendingAct[]): Promise<Tell> {
  const began_ms = performance.now()
  try {
    const origins = acts.map(({ origin }) => origin)
    const outcomes = await tracedTogether('ledger.batch', origins, { acts: acts.length }, () =>
      tried(ledger, acts),
    )
    ledger.figures.settled(acts.length, performance.now() - began_ms, false)
    return () => {
      for (const [index, act] of acts.entries()) tell(act, outcomes[index])
    }
  } catch (error) {
    ledger.figures.settled(0, performance.now() - began_ms, true)
    if (acts.length > 1 && !(error instanceof DatabaseUnavailable)) {
      const middle = acts.length >> 1
      const first = await commitActs(ledger, acts.slice(0, middle))
      const second = await commitActs(ledger, acts.slice(middle))
      return () => {
        first()
        second()
      }
    }
    return () => {
      for (const act of acts) act.reject(error)
    }
  }
}

async function tried(ledger: LedgerAccess, acts: readonly PendingAct[]): Promise<ActResult[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      noteOnSpan({ tries })
      return await committed(ledger, acts)
    } catch (error) {
      if (error instanceof AccountGone) ledger.open_accounts.forget()
      const may_succeed =
        error instanceof AccountGone ||
        error instanceof DatabaseUnavailable ||
        CONFLICTS.has(codeOf(error) ?? '') ||
        isLostRace(error)
      if (!may_succeed || tries === TRIES_MAX) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1))
    }
  }
}

async function committed(
  { database, open_accounts }: LedgerAccess,
  acts: readonly PendingAct[],
): Promise<ActResult[]> {
  const outcomes = await database.transaction({ kind: 'system' }, (tx) => carryOut(tx, acts, open_accounts))
  for (const [index, { action }] of acts.entries()) {
    if (outcomes[index]?.ok) open_accounts.learn(action.transfers)
  }
  return outcomes
}

/** Another writer has just taken the same transfer or request id; a retry finds it. */
function isLostRace(error: unknown): boolean {
  return codeOf(error) === '23505' && error instanceof Error && 'schema' in error && error.schema === 'ledger'
}

function tell(act: PendingAct, outcome: ActResult | undefined): void {
  if (outcome?.ok) act.resolve(outcome.answer)
  else act.reject(outcome?.error)
}
