import { AsyncLocalStorage } from 'node:async_hooks'

/** The work in progress: a request, a message or job that followed from it, or a staff command. */
export interface RequestInHand {
  request_id: string
}

const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/
const in_hand = new AsyncLocalStorage<RequestInHand | null>()

/** Whether a text may be a request's id: a form that is safe in logs, fields and statements. */
export function isRequestId(text: string): boolean {
  return REQUEST_ID.test(text)
}

/** Runs `act`, and everything it starts, as the work of one request; returns `act`'s answer. */
export function inRequest<T>(request: RequestInHand, act: () => T): T {
  return in_hand.run(request, act)
}

/** Runs `act` outside any request: for work that one request starts and many share. */
export function inNoRequest<T>(act: () => T): T {
  return in_hand.run(null, act)
}

/** The id of the request in progress, or null. */
export function currentRequestId(): string | null {
  return in_hand.getStore()?.request_id ?? null
}
