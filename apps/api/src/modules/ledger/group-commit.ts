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

/** Below this many acts a batch is not worth splitting: its commit costs more than its acts. */
const SPLIT_MIN = 64

/**
 * One batch in flight at a time; what queued meanwhile is the next (PERFORMANCE, "Group commit"). `commit` never
 * throws; what it answers tells the callers, and is called once the next batch is on its way, so that this process
 * and the database work at the same time. For the same reason callers that come back at once are taken in two halves.
 */
export function groupCommit<Act>(
  limits: GroupCommitLimits,
  commit: (batch: readonly Act[]) => Promise<() => void>,
): GroupCommit<Act> {
  const waiting: Act[] = []
  let running: Promise<void> | null = null
  let closed = false

  function take(told: number): Act[] {
    const half = Math.ceil((waiting.length + told) / 2)
    return waiting.splice(0, Math.min(limits.batch_max, Math.max(SPLIT_MIN, half)))
  }

  async function run(): Promise<void> {
    let tell = nothing
    let batch = await takeFresh()
    while (batch.length > 0) {
      const committing = commit(batch)
      // The next batch leaves first, then its predecessor's callers hear and prepare what comes after it.
      await new Promise(setImmediate)
      tell()
      tell = await committing
      batch = take(batch.length)
      if (batch.length > 0) continue
      tell()
      tell = nothing
      batch = await takeFresh()
    }
    running = null
  }

  // What arrives in the same turn of the event loop belongs to the same batch.
  async function takeFresh(): Promise<Act[]> {
    await new Promise(setImmediate)
    return take(0)
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

function nothing(): void {}
