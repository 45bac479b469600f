import { createHmac } from 'node:crypto'
import { networkOf } from '../../../lib/addresses/client-address.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { countTries, giveTriesBack } from './tries.repository.ts'

const WINDOW_MS = 15 * 60_000

/** Failures in 15 minutes: of a name from one network, of a name from anywhere, from one network, of a device. */
const LIMITS = { pair: 10, name: 100, network: 300, device: 10 }

export interface TryLimit {
  tries_max: number
  window_ms: number
}

/** What a try counts against; `key` is unique for each limited thing. */
export interface Tried extends TryLimit {
  key: string
}

/** Gives back the try, for one that succeeded. */
export type GiveBack = () => Promise<void>

/** A sign-in's name and address, and the customer whose known device it comes from, if any. */
export interface AtTheDoor {
  name: string
  address: string
  known_device: { customer_id: string; device_hash: Buffer } | null
}

/**
 * Takes one try of a sign-in. A customer's known device counts by itself, so that strangers' tries elsewhere can't
 * lock it out. Others count by name and network together, by name, and by network, whether the name exists or not.
 * Throws `too_many_requests` with the `deadline` at which tries are available again.
 */
export function trySignIn(services: Services, { name, address, known_device }: AtTheDoor): Promise<GiveBack> {
  if (known_device) {
    const { customer_id, device_hash } = known_device
    const key = `device ${customer_id} ${device_hash.toString('hex')}`
    return takeTries(services, [{ key, tries_max: LIMITS.device, window_ms: WINDOW_MS }])
  }
  const folded = name.toLowerCase()
  return takeTries(services, [
    { key: `pair ${networkOf(address)} ${folded}`, tries_max: LIMITS.pair, window_ms: WINDOW_MS },
    { key: `name ${folded}`, tries_max: LIMITS.name, window_ms: WINDOW_MS },
    triedFrom(address),
  ])
}

/** Takes one try of a network, for calls without a name yet. Throws as `trySignIn` does. */
export function tryFromNetwork(services: Services, address: string): Promise<GiveBack> {
  return takeTries(services, [triedFrom(address)])
}

/** Takes one try of a signed-in customer's own sign-in password. Throws as `trySignIn` does. */
export function tryOwnPassword(services: Services, customer_id: string): Promise<GiveBack> {
  const key = `own password ${customer_id}`
  return takeTries(services, [{ key, tries_max: LIMITS.pair, window_ms: WINDOW_MS }])
}

/**
 * Counts a try in the database before it is made, so that neither simultaneous tries nor several processes outrun the
 * count. Keys are stored as digests under a secret, because people type passwords into name fields. Throws as
 * `trySignIn` does; then nothing was counted.
 */
export async function takeTries(services: Services, tried: readonly Tried[]): Promise<GiveBack> {
  const { database } = asRole(services, 'api')
  const asked = tried.map(({ key, ...limit }) => ({ ...limit, key_hash: hashOf(services, key) }))
  await database.transaction({ kind: 'system' }, async (tx) => {
    const deadline = await countTries(tx, asked)
    if (deadline) throw new Refusal('too_many_requests', { deadline })
  })
  const key_hashes = asked.map(({ key_hash }) => key_hash)
  return () => database.transaction({ kind: 'system' }, (tx) => giveTriesBack(tx, key_hashes))
}

function triedFrom(address: string): Tried {
  return { key: `network ${networkOf(address)}`, tries_max: LIMITS.network, window_ms: WINDOW_MS }
}

function hashOf({ settings }: Services, key: string): Buffer {
  return createHmac('sha256', settings.secret('identity-tries')).update(key).digest()
}
