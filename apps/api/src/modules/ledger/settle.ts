import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import { DatabaseUnavailable } from '../../database/database-error.ts'
import { codeOf } from '../../database/start-error.ts'
import { carryOut, type Outcome } from './commit-actions.ts'
import { encodeBatch } from './encode-batch.ts'
import type { PendingAct } from './pending-act.ts'
import { regrouped } from './post-transfers.ts'
import { postBatchAlone } from './repository.ts'

/** Eight waits that double from 50 ms: longer than a database needs to be back after a crash. */
const TRIES_MAX = 9
const FIRST_PAUSE_MS = 50
/** Deadlock, serialisation failure, lock not to be had: the same batch may succeed when tried again. */
const CONFLICTS = new Set(['40P01', '40001', '55P03'])
/**
 * Commits acts in one transaction and tells each its outcome. After a lost connection it is unknown whether they were
 * committed: they are tried again, and their request or transfer ids show. Where a batch fails as a whole its halves
 * are tried apart, so that one bad act never harms others. Never throws.
 */
export async function settle(database: Database, acts: readonly PendingAct[]): Promise<void> {
  try {
    const outcomes = await tried(database, acts)
    for (const [index, act] of acts.entries()) tell(act, outcomes[index])
  } catch (error) {
    const [first] = acts
    if (error instanceof DatabaseUnavailable) {
      for (const act of acts) act.reject(error)
    } else if (acts.length > 1) {
      const middle = acts.length >> 1
      await settle(database, acts.slice(0, middle))
      await settle(database, acts.slice(middle))
    } else if (first) {
      first.reject(error)
    }
  }
}

async function tried(database: Database, acts: readonly PendingAct[]): Promise<Outcome[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await committed(database, acts)
    } catch (error) {
      const may_succeed = error instanceof DatabaseUnavailable || CONFLICTS.has(codeOf(error) ?? '')
      if (!may_succeed || tries === TRIES_MAX) throw error
      await pause(FIRST_PAUSE_MS * 2 ** (tries - 1))
    }
  }
}

async function committed(database: Database, acts: readonly PendingAct[]): Promise<Outcome[]> {
  if (acts.some((act) => act.action !== null)) {
    return await database.transaction({ kind: 'system' }, (tx) => carryOut(tx, acts))
  }
  const groups = acts.map((act) => act.transfers)
  const results = await postBatchAlone(database, encodeBatch(groups))
  return regrouped(groups, results).map((answer) => ({ ok: true, answer }))
}

function tell(act: PendingAct, outcome: Outcome | undefined): void {
  if (outcome?.ok) act.resolve(outcome.answer)
  else act.reject(outcome?.error)
}
