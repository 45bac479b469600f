import { useDeferredValue } from 'react'

/**
 * Whether an answer is there, said of the first one a moment later and in slices: to draw all that it brings at once
 * would hold a phone up for longer than a touch forgives. What follows the first answer is drawn without delay, once.
 */
export function useArrival(is_there: boolean): boolean {
  return useDeferredValue(is_there) && is_there
}
