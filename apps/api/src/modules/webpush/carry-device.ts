import type { CarryToSession } from '../identity/index.ts'
import type { BaseServices } from '../services.ts'
import { type DeviceSubscription, openSubscription, sealSubscription } from './device-subscription.ts'
import { findSubscription, moveDevice } from './devices.repository.ts'

/**
 * Has a device notified on where its customer signs in on it anew, in the session that takes the place of the one that it was
 * turned on in: nobody has turned it off. What can't be opened is left behind, and keeps nobody from signing in.
 */
export function carryDevice(services: Pick<BaseServices, 'settings' | 'log'>): CarryToSession {
  return async (tx, { replaced_id, session_id }) => {
    const sealed = await findSubscription(tx, replaced_id)
    const subscription = sealed && openedOrNull(services, replaced_id, sealed)
    if (!subscription) return
    const subscription_sealed = sealSubscription(services, session_id, subscription)
    await moveDevice(tx, { replaced_id, session_id, subscription_sealed })
  }
}

function openedOrNull(
  services: Pick<BaseServices, 'settings' | 'log'>,
  session_id: string,
  sealed: Buffer,
): DeviceSubscription | null {
  try {
    return openSubscription(services, session_id, sealed)
  } catch {
    // What was wrong might quote what was kept.
    services.log.warn(
      { session_id },
      'could not take a device’s notifications along to its new session; its customer has to turn them on again',
    )
    return null
  }
}
