import type { Database } from '../../../database/database.ts'
import { groupCommit } from '../../../lib/group-commit.ts'
import { inNoRequest } from '../../../lib/request-context.ts'
import { IngestOverloaded } from '../events/event-ingest.ts'
import { type AuctionEnd, endAuctions, type KeptEnd } from './auction-ends.repository.ts'

const SYSTEM = { kind: 'system' } as const
/** One batch at a time: what is told during it is the next one. */
const LIMITS = { batch_max: 500, queue_max: 20_000, in_flight_max: 1 } as const

interface Waiting {
  end: AuctionEnd
  resolve(kept: KeptEnd): void
  reject(error: Error): void
}

/** Keeps what became of bids, many in one transaction. */
export class AuctionEnds {
  readonly #database: Database
  readonly #queue = groupCommit<Waiting>(LIMITS, (batch) => inNoRequest(() => this.#keep(batch)))

  constructor(database: Database) {
    this.#database = database
  }

  /** Resolves once it is on disk what became of a bid. Rejects where that is unknown, so the caller tells it again. */
  add(end: AuctionEnd): Promise<KeptEnd> {
    return new Promise((resolve, reject) => {
      if (!this.#queue.add({ end, resolve, reject })) reject(new IngestOverloaded())
    })
  }

  /** Waits for what was told, then takes no more. */
  async close(): Promise<void> {
    await this.#queue.close()
  }

  /** Returns a function that tells the callers. */
  async #keep(batch: readonly Waiting[]): Promise<() => void> {
    try {
      const ends = batch.map(({ end }) => end)
      const kept = await this.#database.transaction(SYSTEM, (tx) => endAuctions(tx, ends))
      return () => {
        for (const { end, resolve, reject } of batch) {
          const own = kept.get(end.decision_id)
          if (own) resolve(own)
          else reject(new Error(`nothing is kept of the bid ${end.decision_id}`))
        }
      }
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error))
      return () => {
        for (const { reject } of batch) reject(failure)
      }
    }
  }
}
