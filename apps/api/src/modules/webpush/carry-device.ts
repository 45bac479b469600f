import type { CarryToSession } from '../identity/index.ts'
import type { BaseServices } from '../services.ts'
import { type DeviceSubscription, openSubscription, sealSubscription } from './device-subscription.ts'
import { findSubscription, moveDevice } from './devices.repository.ts'

/**
 * Keeps a device's notifications on when its customer signs in there again: moves the subscription to the session
 * that replaces the one in which it was turned on. If it can't be opened it is dropped; signing in goes on.
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
    // No error in the log, because its text might quote the subscription.
    services.log.warn(
      { session_id },
      'could not take a device’s notifications along to its new session; its customer has to turn them on again',
    )
    return null
  }
}
