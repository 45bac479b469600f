import { createHmac } from 'node:crypto'
import type { SecretFor } from '../secrets.ts'

/**
 * 256 bits that an answer shows once and nobody keeps, such as half of a code: for the same act always the same, so that
 * whoever lost the answer and asks again gets it. `act` names what it is and every id that it belongs to.
 */
export function shownOnce(secret: SecretFor, act: readonly string[]): Buffer {
  return createHmac('sha256', secret('shown-once')).update(JSON.stringify(act)).digest()
}
