import { hash } from 'node:crypto'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Findings, MoneyAction, MoneyActionKind } from '../money-action.ts'
import { type KnownRequest, lockBooks, recordRequests, writeTransfers } from '../repository.ts'
import type { KnownIds } from './batch-accounts.ts'
import { type AcceptedTransfer, decide, type LockedBooks } from './decide.ts'
import type { PendingAct } from './pending-act.ts'
import { failureOf } from './post-transfers.ts'

/** The outcome of one act, reported only once the batch is durable. */
export type ActResult = { ok: true; answer: unknown } | { ok: false; error: unknown }
type Action = MoneyAction<unknown, unknown, unknown, unknown>
type Kind = MoneyActionKind<unknown, unknown, unknown, unknown>
type Outcomes = Map<PendingAct, ActResult>

/** The acts of one kind in a batch, and what its looks found. */
interface Group {
  kind: Kind
  acts: readonly PendingAct[]
  findings: Findings<unknown, unknown>
}

/**
 * Carries out a batch inside one transaction, with an outcome for each act in order: locks accounts and looks up
 * request ids, asks each kind, decides, and writes transfers, rows and requests. Takes at most one act per request
 * id. Throws if the batch as a whole fails. Other batches wait for its accounts, so statements are sent together
 * where possible: three round trips from the lock to the commit.
 */
export async function carryOut(
  tx: Transaction,
  acts: readonly PendingAct[],
  open_ids: KnownIds,
): Promise<ActResult[]> {
  const outcomes: Outcomes = new Map()
  const { groups, books, known_requests } = await lockAndLook(tx, acts, open_ids)
  for (const known of known_requests) {
    const act = acts[known.index]
    if (act) outcomes.set(act, repeated(act.action, known))
  }
  await check(tx, groups, outcomes)
  const accepted = decideRest(acts, books, outcomes)
  await write(tx, groups, accepted, books, outcomes)
  return acts.map(
    (act) =>
      outcomes.get(act) ?? {
        ok: false,
        error: new Error('The ledger answered no result for an act of its batch'),
      },
  )
}

/** One round trip; the statements run in this order. */
async function lockAndLook(tx: Transaction, acts: readonly PendingAct[], open_ids: KnownIds) {
  const kinds = [...Map.groupBy(acts, ({ action }) => action.kind)]
  const looks = kinds.map(([kind, some]) => kind.look?.(tx, payloadsOf(some)))
  const locked = lockBooks(
    tx,
    acts.flatMap(({ action }) => action.transfers),
    { open_ids, keys: acts.map(({ action }) => action) },
  )
  const looks_locked = kinds.map(([kind, some]) => kind.lookLocked?.(tx, payloadsOf(some)))
  const [found, found_locked, { books, known_requests }] = await Promise.all([
    Promise.all(looks),
    Promise.all(looks_locked),
    locked,
  ])
  const groups = kinds.map(
    ([kind, some], index): Group => ({
      kind,
      acts: some,
      findings: { found: found[index], found_locked: found_locked[index] },
    }),
  )
  return { groups, books, known_requests }
}

function contentHash(action: Action): Buffer {
  return hash('sha256', `${action.kind.name}\n${action.request_content}`, 'buffer')
}

function repeated(action: Action, known: KnownRequest): ActResult {
  if (contentHash(action).toString('hex') === known.content_hash) return { ok: true, answer: known.outcome }
  return { ok: false, error: new Refusal('request_id_reused') }
}

async function check(tx: Transaction, groups: readonly Group[], outcomes: Outcomes): Promise<void> {
  for (const { kind, acts, findings } of groups) {
    const asked = acts.filter((act) => !outcomes.has(act))
    if (asked.length === 0) continue
    const refusals = await kind.check?.(tx, payloadsOf(asked), findings)
    for (const [index, act] of asked.entries()) {
      const error = refusals?.[index]
      if (error) outcomes.set(act, { ok: false, error })
    }
  }
}

/** Decides the acts without an outcome, in order; those that fail get theirs. */
function decideRest(
  acts: readonly PendingAct[],
  books: LockedBooks,
  outcomes: Outcomes,
): { acts: PendingAct[]; transfers: AcceptedTransfer[] } {
  const rest = acts.filter((act) => !outcomes.has(act))
  // A new request brings new transfers: one that exists already would record an act that moved nothing.
  const { results, accepted } = decide(
    rest.map(({ action }) => action.transfers),
    books,
    { repeated: 'fails' },
  )
  const accepted_acts = rest.filter((act, index) => {
    const failure = failureOf(act.action.transfers, results[index] ?? [])
    if (failure) outcomes.set(act, { ok: false, error: failure })
    return failure === null
  })
  return { acts: accepted_acts, transfers: accepted }
}

/** One round trip: transfers, then each kind's rows, then requests. */
async function write(
  tx: Transaction,
  groups: readonly Group[],
  accepted: { acts: readonly PendingAct[]; transfers: readonly AcceptedTransfer[] },
  books: LockedBooks,
  outcomes: Outcomes,
): Promise<void> {
  if (accepted.acts.length === 0) return
  const is_accepted = new Set(accepted.acts)
  const written: Promise<void>[] = [writeTransfers(tx, accepted.transfers, books.accounts)]
  const requests = groups.flatMap(({ kind, acts, findings }) => {
    const some = acts.filter((act) => is_accepted.has(act))
    if (some.length > 0) written.push(kind.record(tx, payloadsOf(some), findings, httpRequestsOf(some)))
    return some.map((act) => {
      const answer = kind.outcomeOf(act.action.payload, findings)
      outcomes.set(act, { ok: true, answer })
      return requestOf(act, answer)
    })
  })
  await Promise.all([...written, recordRequests(tx, requests)])
}

function requestOf({ action, http_request_id }: PendingAct, outcome: unknown) {
  const { owner_id, request_id, kind } = action
  return {
    owner_id,
    request_id,
    http_request_id,
    action: kind.name,
    content_hash: contentHash(action),
    outcome,
  }
}

function httpRequestsOf(acts: readonly PendingAct[]): (string | null)[] {
  return acts.map(({ http_request_id }) => http_request_id)
}

function payloadsOf(acts: readonly PendingAct[]): unknown[] {
  return acts.map(({ action }) => action.payload)
}
