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
 * Turns on notifications for this session's device. Throws `field_invalid` for an invalid key,
 * `webpush_endpoint_refused` for any address that is not a host on the public internet over https, without saying
 * why, so as not to reveal how names resolve here.
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

/** Turns off notifications for this session's device. */
export async function turnOff({ database }: Services, { customer_id, session_id }: Who): Promise<void> {
  await database.transaction({ kind: 'customer', customer_id }, (tx) => deleteDevice(tx, session_id))
}

async function judgeEndpoint({ webpush: { bounds } }: Services, endpoint: string): Promise<URL> {
  try {
    const target = targetOf(endpoint, bounds)
    // In tests as well, because the signing library refuses other protocols.
    if (target.protocol !== 'https:') throw new Refusal('url_not_allowed')
    await judgedAddress(target, bounds, AbortSignal.timeout(LOOK_UP_TIME_MAX_MS))
    return target
  } catch {
    throw new Refusal('webpush_endpoint_refused', { field: 'endpoint' })
  }
}
