import type { Database } from '../../../database/database.ts'
import { groupCommit } from '../../../lib/group-commit.ts'
import { recentlyUsed } from '../../../lib/recently-used.ts'
import { inNoRequest } from '../../../lib/request-context.ts'
import {
  type EventRow,
  type RecordOutcome,
  recordAgents,
  recordEvents,
  registerNode,
} from './event.repository.ts'

/** Rows in one batch; more wait for the next one. */
const BATCH_ROWS_MAX = 1_000
/** Rows that may wait: beyond this the database is down or far behind, and callers are told to come back. */
const WAITING_ROWS_MAX = 20_000
/** One batch at a time, because a node's batches must become visible in the order of their numbers. */
const LIMITS = { batch_max: BATCH_ROWS_MAX, queue_max: WAITING_ROWS_MAX, in_flight_max: 1 } as const
const AGENTS_KNOWN_MAX = 50_000

interface Waiting {
  row: EventRow
  user_agent: string
  resolve(outcome: RecordOutcome): void
  reject(error: Error): void
}

/** Too many events are waiting already. */
export class IngestOverloaded extends Error {}

/**
 * Makes events durable before acknowledging them: one batch is in flight, and what arrives during it is the next one
 * (PERFORMANCE, "Events"). After a batch with unknown fate its node begins a new stream, so that each stream's
 * batches become visible in the order of their numbers.
 */
export class EventIngest {
  readonly #database: Database
  readonly #sandbox: boolean
  readonly #agents = recentlyUsed<bigint, true>(AGENTS_KNOWN_MAX)
  /** The present stream, opened by its first batch; null where the next batch opens one. */
  #node: Promise<number> | null = null
  #batch = 0n
  // The first event starts a batch that has other requests' events too.
  readonly #queue = groupCommit<Waiting>(LIMITS, (batch) => inNoRequest(() => this.#commit(batch)))

  constructor(database: Database, sandbox: boolean) {
    this.#database = database
    this.#sandbox = sandbox
  }

  /** Resolves once the row is on disk or known already. Rejects where that is unknown, so the caller tries again. */
  add(row: EventRow, user_agent: string): Promise<RecordOutcome> {
    return new Promise((resolve, reject) => {
      if (!this.#queue.add({ row, user_agent, resolve, reject })) reject(new IngestOverloaded())
    })
  }

  /** The number of this process's present stream. */
  nodeId(): Promise<number> {
    this.#node ??= this.#begin()
    return this.#node
  }

  /** Waits for the added rows, then takes no more. */
  async close(): Promise<void> {
    await this.#queue.close()
  }

  /** Returns a function that tells the callers the outcomes of their rows. */
  async #commit(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const outcomes = await this.#record(batch)
      return () => {
        for (const [index, { resolve }] of batch.entries()) resolve(outcomes[index] ?? 'known')
      }
    } catch (error) {
      this.#node = null
      const failure = error instanceof Error ? error : new Error(String(error))
      return () => {
        for (const { reject } of batch) reject(failure)
      }
    }
  }

  async #record(batch: readonly Waiting[]): Promise<RecordOutcome[]> {
    const node_id = await this.nodeId()
    await this.#recordAgents(batch)
    this.#batch += 1n
    const stream = { node_id, batch: this.#batch, sandbox: this.#sandbox }
    return await recordEvents(
      this.#database,
      stream,
      batch.map(({ row }) => row),
    )
  }

  async #begin(): Promise<number> {
    try {
      const node_id = await registerNode(this.#database)
      this.#batch = 0n
      return node_id
    } catch (error) {
      this.#node = null
      throw error
    }
  }

  async #recordAgents(batch: readonly Waiting[]): Promise<void> {
    const fresh = new Map<bigint, string>()
    for (const { row, user_agent } of batch) {
      if (!this.#agents.get(row.agent)) fresh.set(row.agent, user_agent)
    }
    if (fresh.size === 0) return
    await recordAgents(this.#database, fresh)
    for (const agent of fresh.keys()) this.#agents.set(agent, true)
  }
}
