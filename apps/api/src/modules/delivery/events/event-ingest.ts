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

/** Rows that one batch may carry; what came meanwhile beyond it goes with the next. */
const BATCH_ROWS_MAX = 1_000
/** Rows that may wait: beyond it the database is away or far behind, and callers are told to come again. */
const WAITING_ROWS_MAX = 20_000
/** One batch at a time, because a node's batches become visible in the order of their numbers. */
const LIMITS = { batch_max: BATCH_ROWS_MAX, queue_max: WAITING_ROWS_MAX, in_flight_max: 1 } as const
const AGENTS_KNOWN_MAX = 50_000

interface Waiting {
  row: EventRow
  user_agent: string
  resolve(outcome: RecordOutcome): void
  reject(error: Error): void
}

/** Too much waits already. */
export class IngestOverloaded extends Error {}

/**
 * Makes events durable before they are acknowledged: one batch in flight, what came during it is the next one
 * (PERFORMANCE, "Events"). A batch whose fate is unknown ends its node's stream, and a new one begins, so that the
 * batches of a node become visible in the order of their numbers.
 */
export class EventIngest {
  readonly #database: Database
  readonly #sandbox: boolean
  readonly #agents = recentlyUsed<bigint, true>(AGENTS_KNOWN_MAX)
  /** The present stream, which begins with its first batch; null where the next batch begins one. */
  #node: Promise<number> | null = null
  #batch = 0n
  // A batch is begun by whichever event came first, and is others' too.
  readonly #queue = groupCommit<Waiting>(LIMITS, (batch) => inNoRequest(() => this.#commit(batch)))

  constructor(database: Database, sandbox: boolean) {
    this.#database = database
    this.#sandbox = sandbox
  }

  /** Resolves once the row is on disk or known already. Rejects where that can't be said: the caller tries again. */
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

  /** Waits for what was added, then takes no more. */
  async close(): Promise<void> {
    await this.#queue.close()
  }

  /** Answers how to tell the callers what became of their rows. */
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
