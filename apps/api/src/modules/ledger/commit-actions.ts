import { hash } from 'node:crypto'
import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../refusal.ts'
import { type EncodedBatch, encodeBatch } from './encode-batch.ts'
import type { MoneyAction, MoneyActionKind } from './money-action.ts'
import type { PendingAct, PendingAction } from './pending-act.ts'
import { failureOf, regrouped } from './post-transfers.ts'
import { lockAndFindRequests, postBatch, recordRequests } from './repository.ts'
import type { TransferResult } from './transfer.ts'

/** What one act of a batch came to, told only once the batch is durable. */
export type Outcome = { ok: true; answer: unknown } | { ok: false; error: unknown }

/**
 * Carries a batch out inside one transaction, with an outcome for each act in order: locks accounts, looks request ids
 * up, asks each kind, posts, records. At most one act of each request id. Throws where the batch as a whole fails. Other
 * batches wait for its accounts, so that what can be sent together is: four round trips from the lock to the commit.
 */
export async function carryOut(
  tx: Transaction,
  acts: readonly PendingAct[],
  open_ids: ReadonlySet<string>,
): Promise<Outcome[]> {
  const outcomes = new Map<PendingAct, Outcome>()
  const actions = acts.filter((act) => act.action !== null)
  const all = encodeBatch(
    acts.map((act) => act.transfers),
    open_ids,
  )
  const keys = actions.map(({ action }) => action)
  const kinds = [...byKind(actions)]
  // One round trip, carried out in this order.
  const looks = kinds.map(([kind, group]) => kind.look?.(tx, payloadsOf(group)))
  const locked = lockAndFindRequests(tx, all, keys)
  const looks_locked = kinds.map(([kind, group]) => kind.lookLocked?.(tx, payloadsOf(group)))
  const [known_requests] = await Promise.all([locked, ...looks, ...looks_locked])
  for (const known of known_requests) {
    const act = actions[known.index]
    if (act) outcomes.set(act, repeated(act.action, known))
  }
  await check(tx, undecided(actions, outcomes), outcomes)
  const remaining = undecided(acts, outcomes)
  const batch =
    remaining.length === acts.length
      ? all
      : encodeBatch(
          remaining.map((act) => act.transfers),
          open_ids,
        )
  const accepted = await post(tx, remaining, batch, outcomes)
  await record(tx, accepted, outcomes)
  return acts.map((act) => outcomes.get(act) ?? { ok: false, error: new Error('an act has come to nothing') })
}

/** The fingerprint of what a request asks for. */
function contentHash(action: MoneyAction<unknown, unknown>): Buffer {
  return hash('sha256', `${action.kind.name}\n${action.request_content}`, 'buffer')
}

function repeated(
  action: MoneyAction<unknown, unknown>,
  known: { content_hash: Buffer; outcome: unknown },
): Outcome {
  if (known.content_hash.equals(contentHash(action))) return { ok: true, answer: known.outcome }
  return { ok: false, error: new Refusal('request_id_reused') }
}

function undecided<Act extends PendingAct>(
  acts: readonly Act[],
  outcomes: ReadonlyMap<PendingAct, Outcome>,
): Act[] {
  return acts.filter((act) => !outcomes.has(act))
}

async function check(
  tx: Transaction,
  actions: readonly PendingAction[],
  outcomes: Map<PendingAct, Outcome>,
): Promise<void> {
  for (const [kind, group] of byKind(actions)) {
    const refusals = await kind.check?.(tx, payloadsOf(group))
    for (const [index, act] of group.entries()) {
      const error = refusals?.[index]
      if (error) outcomes.set(act, { ok: false, error })
    }
  }
}

/** Posts all transfers; answers the actions whose transfers were accepted, the rest has its outcome. */
async function post(
  tx: Transaction,
  acts: readonly PendingAct[],
  batch: EncodedBatch,
  outcomes: Map<PendingAct, Outcome>,
): Promise<PendingAction[]> {
  const groups = acts.map((act) => act.transfers)
  const posts = groups.some((group) => group.length > 0)
  const results: TransferResult[][] = posts ? regrouped(groups, await postBatch(tx, batch)) : []
  const accepted: PendingAction[] = []
  for (const [index, act] of acts.entries()) {
    const own = results[index] ?? []
    if (act.action === null) {
      outcomes.set(act, { ok: true, answer: own })
      continue
    }
    // A new request brings new transfers: one that exists would record an act that moved nothing.
    const failure = failureOf(
      act.transfers,
      own.map((result) => (result === 'exists' ? 'exists_with_other_content' : result)),
    )
    if (failure) outcomes.set(act, { ok: false, error: failure })
    else accepted.push(act)
  }
  return accepted
}

async function record(
  tx: Transaction,
  actions: readonly PendingAction[],
  outcomes: Map<PendingAct, Outcome>,
): Promise<void> {
  if (actions.length === 0) return
  const rows = [...byKind(actions)].map(([kind, group]) => kind.record(tx, payloadsOf(group)))
  const requests = actions.map(({ action }) => ({
    owner_id: action.owner_id,
    request_id: action.request_id,
    action: action.kind.name,
    content_hash: contentHash(action),
    outcome: action.kind.outcomeOf(action.payload),
  }))
  await Promise.all([...rows, recordRequests(tx, requests)])
  for (const [index, act] of actions.entries())
    outcomes.set(act, { ok: true, answer: requests[index]?.outcome })
}

function payloadsOf(actions: readonly PendingAction[]): unknown[] {
  return actions.map(({ action }) => action.payload)
}

function byKind(actions: readonly PendingAction[]): Map<MoneyActionKind<unknown, unknown>, PendingAction[]> {
  return Map.groupBy(actions, ({ action }) => action.kind)
}
