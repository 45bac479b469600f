import { AsyncLocalStorage } from 'node:async_hooks'

/** What is being worked on: a request, what followed of it as a message or a job, or a command of staff. */
export interface RequestInHand {
  request_id: string
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/
const in_hand = new AsyncLocalStorage<RequestInHand | null>()

/** Whether a text may be a request's id: of a fixed safe form, so that it can stand in a log, a field and a statement. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}

/** Runs `act`, and whatever it goes on to, as the work of one request; what `act` answers. */
export function inRequest<T>(request: RequestInHand, act: () => T): T {
  return in_hand.run(request, act)
}

/** Runs `act` as the work of no request: for what one request begins and many share. */
export function inNoRequest<T>(act: () => T): T {
  return in_hand.run(null, act)
}

/** The id of the request that is being worked on; null where it is none. */
export function currentRequestId(): string | null {
  return in_hand.getStore()?.request_id ?? null
}
