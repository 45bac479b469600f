import type { PendingAct } from './pending-act.ts'

/** A batch in which each request id occurs at most once. */
export interface CoalescedBatch {
  acts: PendingAct[]
  /** The same request id with different content, for after the first has its outcome. */
  later: PendingAct[]
}

/** Merges equal requests of a batch into one act that answers them all; postpones reused request ids. */
export function coalesceDuplicates(batch: readonly PendingAct[]): CoalescedBatch {
  const coalesced: CoalescedBatch = { acts: [], later: [] }
  const askers = new Map<string, PendingAct[]>()
  for (const act of batch) {
    const key = `${act.action.owner_id}:${act.action.request_id}`
    const same = askers.get(key)
    const first = same?.[0]
    if (!same || !first) {
      const all = [act]
      askers.set(key, all)
      coalesced.acts.push(answeringAll(act, all))
    } else if (sameContent(first, act)) {
      same.push(act)
    } else {
      coalesced.later.push(act)
    }
  }
  return coalesced
}

function sameContent({ action: left }: PendingAct, { action: right }: PendingAct): boolean {
  return left.kind.name === right.kind.name && left.request_content === right.request_content
}

function answeringAll(act: PendingAct, askers: readonly PendingAct[]): PendingAct {
  return {
    ...act,
    resolve(answer) {
      for (const asker of askers) asker.resolve(answer)
    },
    reject(error) {
      for (const asker of askers) asker.reject(error)
    },
  }
}
