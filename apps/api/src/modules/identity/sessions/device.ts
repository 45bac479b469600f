import type { Transaction } from '../../../database/database.ts'
import { isKnownDevice, isSomeonesDevice, keepDevice } from './devices.repository.ts'
import { newToken, tokenHash } from './tokens.ts'

/** The token that an earlier sign-in gave the device, if any. */
export type DeviceToken = string | undefined

/** The device's hash if this customer has signed in on it, else null; as slow for an unknown customer. */
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
 * Remembers a customer's device and returns its token: the one shown, if we issued it, so that two people who share a
 * device stay known on it; else a new one, stored only as a hash.
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
