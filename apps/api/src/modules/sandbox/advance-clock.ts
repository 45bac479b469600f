import type { InputOf } from '@adtally/contract/call.ts'
import { CLOCK_STEPS, type sandboxClockAdvance } from '@adtally/contract/sandbox.ts'
import { Refusal } from '../../lib/refusal.ts'
import { asRole } from '../as-role.ts'
import type { Caller } from '../route.ts'
import type { Services } from '../services.ts'
import { wishClock } from './clock.repository.ts'

/**
 * Records a customer's wish to advance the clock; a process with the worker's role carries it out, running what falls
 * due on the way. Throws `clock_moving` while an earlier wish is carried out, `request_id_reused`, `token_expired` if
 * the session has ended.
 */
export async function wishForClock(
  services: Services,
  { customer_id, session_id }: Pick<Caller, 'customer_id' | 'session_id'>,
  { request_id, step }: InputOf<typeof sandboxClockAdvance>,
): Promise<void> {
  const wish = { customer_id, session_id, request_id, by_ms: CLOCK_STEPS[step] }
  const { database } = asRole(services, 'sandbox')
  const outcome = await database.transaction({ kind: 'system' }, (tx) => wishClock(tx, wish))
  if (outcome === 'other') throw new Refusal('request_id_reused', { field: 'request_id' })
  if (outcome === 'moving') throw new Refusal('clock_moving')
  if (outcome === 'ended') throw new Refusal('token_expired')
}
