import { useDeferredValue } from 'react'

/**
 * Whether an answer has arrived. For the first one this turns true a moment later and in a transition, because
 * rendering everything at once would block a phone noticeably. After that it follows without delay.
 */
export function useArrival(is_there: boolean): boolean {
  return useDeferredValue(is_there) && is_there
}
