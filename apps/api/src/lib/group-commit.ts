/** How a group commit is bounded. */
export interface GroupCommitLimits {
  /** Acts in one batch at most. */
  batch_max: number
  /** Acts waiting at most; more are not taken. */
  queue_max: number
  /** Batches on their way at once: with two, while one waits for the disk, and its callers hear, the database works on the other. */
  in_flight_max: 1 | 2
}

/** Takes acts one by one and commits them in groups. */
export interface GroupCommit<Act> {
  /** Queues an act; false where the queue is full or closed. */
  add(act: Act): boolean
  /** Waits for what is queued, then takes no more. */
  close(): Promise<void>
}

/** Below this many acts a batch does not leave beside another: its commit costs more than its acts. */
const BESIDE_MIN = 96
/** A batch in flight for so long waits for an account that is locked elsewhere; what has come meanwhile need not. */
const LATE_AFTER_MS = 250

/** Calls `late` after a batch was in flight for too long; answers how to leave that off. */
type Lateness = (late: () => void) => () => void

const lateByClock: Lateness = (late) => {
  const timer = setTimeout(late, LATE_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Counts the batches in flight that are late; `then` is called with each that becomes so. */
function lateBatches(lateness: Lateness, then: () => void) {
  let count = 0
  return {
    count: () => count,
    /** Begins with a batch; answers how to be done with it. */
    watch() {
      let counted = 0
      const leaveOff = lateness(() => {
        counted = 1
        count += counted
        then()
      })
      return () => {
        leaveOff()
        count -= counted
      }
    },
  }
}

/**
 * Up to `in_flight_max` batches in flight; what queued meanwhile is the next (PERFORMANCE, "Group commit"). `commit` never
 * throws; what it answers tells the callers, and is called once the next batch is on its way, so that this process and the
 * database work at the same time. For the same reason each of two batches takes half of what waits and is in flight: two
 * that were unlike become equal. Beside a batch that is late the next leaves however small. Batches in flight together are as those
 * of two writers: whoever carries them out must bear that.
 */
export function groupCommit<Act>(
  limits: GroupCommitLimits,
  commit: (batch: readonly Act[]) => Promise<() => void>,
  lateness = lateByClock,
): GroupCommit<Act> {
  const waiting: Act[] = []
  let in_flight = 0
  let acts_in_flight = 0
  let untold = 0
  let is_due = false
  let closed = false
  const ended = Promise.withResolvers<void>()
  const late = lateBatches(lateness, sendDue)

  function take(): Act[] {
    const share = Math.ceil((waiting.length + acts_in_flight) / limits.in_flight_max)
    return waiting.splice(0, Math.min(limits.batch_max, Math.max(BESIDE_MIN, share)))
  }

  function sendDue(): void {
    is_due = false
    while (
      in_flight < limits.in_flight_max &&
      waiting.length >= (in_flight === late.count() ? 1 : BESIDE_MIN)
    )
      void send(take())
  }

  async function send(batch: readonly Act[]): Promise<void> {
    in_flight += 1
    acts_in_flight += batch.length
    untold += 1
    const unwatch = late.watch()
    const tell = await commit(batch)
    unwatch()
    in_flight -= 1
    acts_in_flight -= batch.length
    sendDue()
    // The next batch leaves first, then its predecessor's callers hear and prepare what comes after it.
    await new Promise(setImmediate)
    tell()
    untold -= 1
    endIfIdle()
  }

  function endIfIdle(): void {
    if (closed && untold === 0 && waiting.length === 0) ended.resolve()
  }

  return {
    add(act) {
      if (closed || waiting.length >= limits.queue_max) return false
      waiting.push(act)
      // What arrives in the same turn of the event loop belongs to the same batch.
      if (!is_due) {
        is_due = true
        setImmediate(sendDue)
      }
      return true
    },
    async close() {
      closed = true
      endIfIdle()
      await ended.promise
    },
  }
}
