import { AsyncLocalStorage } from 'node:async_hooks'

/** What is being worked on: a request, what followed of it as a message or a job, or a command of staff. */
export interface RequestInHand {
  request_id: string
}

const in_hand = new AsyncLocalStorage<RequestInHand | null>()

/** Runs `act`, and whatever it goes on to, as the work of one request; what `act` answers. */
export function inRequest<T>(request: RequestInHand, act: () => T): T {
  return in_hand.run(request, act)
}

/** The id of the request that is being worked on; null where it is none. */
export function currentRequestId(): string | null {
  return in_hand.getStore()?.request_id ?? null
}
