/** Limits of a group commit. */
export interface GroupCommitLimits {
  batch_max: number
  /** When so many acts wait, more are refused. */
  queue_max: number
  /** With two, the database works on one batch while the other waits for the disk and its callers hear. */
  in_flight_max: 1 | 2
}

/** Takes acts one by one and commits them in groups. */
export interface GroupCommit<Act> {
  /** Queues an act; false if the queue is full or closed. */
  add(act: Act): boolean
  /** Takes no more acts and waits for those that are queued. */
  close(): Promise<void>
}

/** A batch smaller than this waits for the one in flight: its commit would cost more than its acts. */
const BESIDE_MIN = 96
/** A batch in flight this long is waiting for a locked account; acts queued behind it need not wait too. */
const LATE_AFTER_MS = 250

/** Calls `late` once a batch has been in flight for too long; returns how to cancel that. */
type Lateness = (late: () => void) => () => void

const lateByClock: Lateness = (late) => {
  const timer = setTimeout(late, LATE_AFTER_MS)
  return () => clearTimeout(timer)
}

/** Counts the late batches in flight; calls `then` as each becomes late. */
function lateBatches(lateness: Lateness, then: () => void) {
  let count = 0
  return {
    count: () => count,
    /** Watches a new batch; returns how to stop. */
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
 * Commits queued acts in batches, up to `in_flight_max` at once (PERFORMANCE, "Group commit"). `commit` never throws;
 * the function it returns tells the callers, and runs once the next batch is on its way, so that this process and the
 * database work at the same time. A batch takes half of all that waits and is in flight, so that two unequal batches
 * even out. When a batch is late, the next one leaves however small. Batches in flight together run like those of two
 * writers, and `commit` must allow for that.
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
    // The next batch leaves before this one's callers hear and prepare more.
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
      // Acts that arrive in the same turn of the event loop share a batch.
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
