import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { bigintAsText } from '../../lib/bigint-as-text.ts'
import * as audit from '../audit/index.ts'
import type { Staff } from '../module.ts'
import type { Services } from '../services.ts'
import type { Figures } from './figures.ts'
import { nightDifferences } from './proofs.repository.ts'
import { proveAll } from './prove.ts'
import { insertRun, insertSightings, knownItems, lockRuns, newestRun, openItems } from './repository.ts'
import { faultsOf } from './rules.ts'

interface Reconciled {
  run_id: string
  differences: number
  /** How many items it opened, for differences that no open or explained item covers. */
  opened: number
  figures: Figures
}

/**
 * Proves the books and keeps the result with its figures for good (PRODUCT §2.1, §2.11): assets against liabilities
 * and equity, bank accounts against their statements, balances and fund-flow lines against the transfers, plans
 * against the events, leases of budget against what was charged to them, money held for withdrawals against the
 * withdrawals, published results against the ledger, statistics against the events, promised times against what they
 * follow from, and the audit log and nightly runs in themselves. Each proof reads one moment. A new difference opens an item; nothing is ever corrected. Without a night
 * or staff, the program runs it because a nightly run was postponed or faked.
 */
export async function proveAndKeep(
  services: Services,
  tx: Transaction,
  of: { night: string; asked_by: null } | { night: null; asked_by: Staff | null },
): Promise<Reconciled> {
  await lockRuns(tx)
  const began_at = services.clock.now()
  const last = await newestRun(tx)
  const { differences, figures } = await proveAll(services, tx, { ...of, figures: last?.figures })
  const known = await knownItems(tx, differences, last?.run_id)
  const run_id = newId()
  await insertRun(tx, {
    run_id,
    night: of.night,
    asked_by: of.asked_by?.staff_id ?? null,
    currency: services.settings.currency,
    figures: JSON.stringify(figures, bigintAsText),
    differences: differences.length,
    began_at,
    ended_at: new Date(Math.max(services.clock.now_ms(), began_at.getTime())),
  })
  const opened = await openItems(
    tx,
    run_id,
    differences.filter((_difference, index) => known[index] === null),
  )
  const seen = new Set([...known.filter((item_id) => item_id !== null), ...opened])
  await insertSightings(tx, run_id, [...seen])
  const counts = { differences: differences.length, opened: opened.length }
  // A run without this audit entry, or with other differences than it says, counts as faked.
  await audit.append(tx, {
    actor: of.asked_by ? { kind: 'staff', staff: of.asked_by } : { kind: 'program' },
    action: 'reconciliation.run',
    subject: { kind: 'reconciliation_run', id: run_id },
    reason: `${counts.differences} differences, ${counts.opened} of them new`,
    details: { night: of.night, ...counts },
  })
  if (opened.length > 0)
    services.log.error(
      { run_id, opened: opened.length },
      'the books have differences that two people must close',
    )
  return { run_id, ...counts, figures }
}

/** Whether something is wrong with the nights that no run has recorded yet. Cheap, as it reads no books. */
export async function hasUntoldNights(tx: Transaction): Promise<boolean> {
  const differences = faultsOf('night', await nightDifferences(tx, null))
  if (differences.length === 0) return false
  return (await knownItems(tx, differences, (await newestRun(tx))?.run_id)).includes(null)
}
