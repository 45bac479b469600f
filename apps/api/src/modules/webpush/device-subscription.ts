import type { InputOf } from '@adtally/contract/call.ts'
import { webPushSubscription, type webPushTurnOn } from '@adtally/contract/service/webpush.ts'
import * as z from 'zod/mini'
import { openText, sealText } from '../../lib/sealed-text.ts'
import type { BaseServices } from '../services.ts'

/** Where a device is reached, and the keys that its browser made. */
export type DeviceSubscription = InputOf<typeof webPushTurnOn>

/** As it is kept: whoever read it could send to the device. */
export function sealSubscription(
  { settings }: Pick<BaseServices, 'settings'>,
  session_id: string,
  subscription: DeviceSubscription,
): Buffer {
  return sealText(settings.secret('webpush-subscription'), session_id, JSON.stringify(subscription))
}

/** As it was given. Throws where a byte, the key or the session is another. */
export function openSubscription(
  { settings }: Pick<BaseServices, 'settings'>,
  session_id: string,
  sealed: Buffer,
): DeviceSubscription {
  const text = openText(settings.secret('webpush-subscription'), session_id, sealed)
  return z.parse(webPushSubscription, JSON.parse(text))
}
