import { PROPOSAL_QUEUES, type ProposalQueue } from '@adtally/contract/operator/house/proposals.ts'
import type { Asked } from '../api/approval-calls.ts'

/** What a queue can be narrowed by, by the names of the call's fields. */
export const FILTERS = ['action', 'customer', 'sum_min', 'sum_max'] as const
export type Filter = (typeof FILTERS)[number]

/** The queue that an address names; what waits for oneself where it names none. */
export function queueOf(search: URLSearchParams): ProposalQueue {
  const named = search.get('queue')
  return PROPOSAL_QUEUES.find((queue) => queue === named) ?? 'waiting_for_me'
}

/** What an address asks for. */
export function askedBy(search: URLSearchParams): Asked {
  const filters = FILTERS.flatMap((name): [string, string][] => {
    const value = search.get(name)
    return value === null || value === '' ? [] : [[name, value]]
  })
  return { queue: queueOf(search), ...Object.fromEntries(filters) }
}
