import type { Transaction } from '../../../database/database.ts'
import { isKnownDevice, isSomeonesDevice, keepDevice } from './devices.repository.ts'
import { newToken, tokenHash } from './tokens.ts'

/** A device as it shows itself: by the token that an earlier sign-in gave it, if any. */
export type DeviceToken = string | undefined

/** The device's hash where this customer has signed in on it, else null; it takes as long where there is no customer. */
export async function knownDevice(
  tx: Transaction,
  customer_id: string | null,
  device_token: DeviceToken,
): Promise<Buffer | null> {
  if (device_token === undefined) return null
  const device_hash = tokenHash(device_token)
  return (await isKnownDevice(tx, customer_id, device_hash)) ? device_hash : null
}

/**
 * Remembers that a customer has signed in on a device, and answers its token: the one it showed, where that was once
 * given out, so that two people who share a device stay known on it; else a new one, of which the hash alone is kept.
 */
export async function rememberDevice(
  tx: Transaction,
  customer_id: string,
  device_token: DeviceToken,
): Promise<string> {
  const is_given = device_token !== undefined && (await isSomeonesDevice(tx, tokenHash(device_token)))
  const token = is_given ? device_token : newToken()
  await keepDevice(tx, customer_id, tokenHash(token))
  return token
}
