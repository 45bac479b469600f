import { LedgerBusy } from './ledger-fault.ts'

/** How a group commit is bounded. */
export interface GroupCommitLimits {
  /** Acts in one batch at most. */
  batch_max: number
  /** Acts waiting at most; more are answered with `LedgerBusy` at once. */
  queue_max: number
}

/** Takes acts one by one and commits them in groups. */
export interface GroupCommit<Act> {
  /** Queues an act. Throws `LedgerBusy` where the queue is full or closed. */
  add(act: Act): void
  /** Waits for what is queued, then takes no more. */
  close(): Promise<void>
}

/**
 * One batch in flight at a time; what queued meanwhile is the next (PERFORMANCE, "Group commit"). `commit` settles
 * every act of its batch and never throws. Adding throws `LedgerBusy` where the queue is full or closed.
 */
export function groupCommit<Act>(
  limits: GroupCommitLimits,
  commit: (batch: readonly Act[]) => Promise<void>,
): GroupCommit<Act> {
  let waiting: Act[] = []
  let running: Promise<void> | null = null
  let closed = false

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // What arrives in the same turn of the event loop belongs to the same batch.
      await new Promise(setImmediate)
      const batch = waiting.slice(0, limits.batch_max)
      waiting = waiting.slice(limits.batch_max)
      await commit(batch)
    }
    running = null
  }

  return {
    add(act) {
      if (closed || waiting.length >= limits.queue_max) throw new LedgerBusy()
      waiting.push(act)
      running ??= run()
    },
    async close() {
      closed = true
      await running
    },
  }
}
