import { createHash } from 'node:crypto'
import type { Language } from '@adtally/contract/enums.ts'
import { Refusal } from '../../lib/refusal.ts'
import { judgedAddress, targetOf } from '../judged-request.ts'
import type { Caller } from '../route.ts'
import type { Services } from '../services.ts'
import { type DeviceSubscription, sealSubscription } from './device-subscription.ts'
import { deleteDevice, hasDevice, keepDevice } from './devices.repository.ts'
import { isPublicKey } from './vapid-keys.ts'

const LOOK_UP_TIME_MAX_MS = 5_000

type Who = Pick<Caller, 'customer_id' | 'session_id'>

/** Whether this session's device is notified. */
export async function isOn({ database }: Services, { customer_id, session_id }: Who): Promise<boolean> {
  return await database.transaction({ kind: 'customer', customer_id }, (tx) => hasDevice(tx, session_id))
}

/**
 * Notifies this session's device from now on. Throws `field_invalid` for a key that is none, `webpush_endpoint_refused` for an address
 * that is not a host of the public internet over https, whatever is wrong with it: what a name leads to here is not told.
 */
export async function turnOn(
  services: Services,
  { customer_id, session_id }: Who,
  subscription: DeviceSubscription,
  language: Language,
): Promise<void> {
  if (!isPublicKey(subscription.p256dh)) throw new Refusal('field_invalid', { field: 'p256dh' })
  const target = await services.webpush.look_ups.run(
    () => judgeEndpoint(services, subscription.endpoint),
    customer_id,
  )
  const device = {
    session_id,
    subscription_sealed: sealSubscription(services, session_id, subscription),
    endpoint_hash: createHash('sha256').update(target.href).digest(),
    push_service: target.hostname,
    language,
  }
  await services.database.transaction({ kind: 'customer', customer_id }, (tx) => keepDevice(tx, device))
}

/** Notifies this session's device no longer. */
export async function turnOff({ database }: Services, { customer_id, session_id }: Who): Promise<void> {
  await database.transaction({ kind: 'customer', customer_id }, (tx) => deleteDevice(tx, session_id))
}

async function judgeEndpoint({ webpush: { bounds } }: Services, endpoint: string): Promise<URL> {
  try {
    const target = targetOf(endpoint, bounds)
    // Tests' own, too: what signs for a push service takes no other.
    if (target.protocol !== 'https:') throw new Refusal('url_not_allowed')
    await judgedAddress(target, bounds, AbortSignal.timeout(LOOK_UP_TIME_MAX_MS))
    return target
  } catch {
    throw new Refusal('webpush_endpoint_refused', { field: 'endpoint' })
  }
}
