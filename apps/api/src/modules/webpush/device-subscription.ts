import type { InputOf } from '@adtally/contract/call.ts'
import { webPushSubscription, type webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import * as z from 'zod/mini'
import { openText, sealText } from '../../lib/sealed-text.ts'
import type { BaseServices } from '../services.ts'

/** A device's push address, and its browser's keys. */
export type DeviceSubscription = InputOf<typeof webPushTurnOn>

/** Seals a subscription for storage, because whoever read it could send to the device. */
export function sealSubscription(
  { settings }: Pick<BaseServices, 'settings'>,
  session_id: string,
  subscription: DeviceSubscription,
): Buffer {
  return sealText(settings.secret('webpush-subscription'), session_id, JSON.stringify(subscription))
}

/** Opens a sealed subscription. Throws if a byte, the key or the session is wrong. */
export function openSubscription(
  { settings }: Pick<BaseServices, 'settings'>,
  session_id: string,
  sealed: Buffer,
): DeviceSubscription {
  const text = openText(settings.secret('webpush-subscription'), session_id, sealed)
  return z.parse(webPushSubscription, JSON.parse(text))
}
