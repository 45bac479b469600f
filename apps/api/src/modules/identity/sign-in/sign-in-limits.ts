import { createHmac } from 'node:crypto'
import { networkOf } from '../../../lib/client-address.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { asRole } from '../../as-role.ts'
import type { Services } from '../../services.ts'
import { countTries, giveTriesBack } from './tries.repository.ts'

const WINDOW_MS = 15 * 60_000

/** Failures in 15 minutes: of one name from one network, of one name from anywhere, from one network, of one device. */
const LIMITS = { pair: 10, name: 100, network: 300, device: 10 }

/** How many tries something has, and in which time. */
export interface TryLimit {
  tries_max: number
  window_ms: number
}

/** What a try counts against: a text of its own for each thing that is limited. */
export interface Tried extends TryLimit {
  key: string
}

/** Takes back what a successful try had taken. */
export type GiveBack = () => Promise<void>

/** Somebody at the door: what they typed, where they are, and the customer whose device this is known to be. */
export interface AtTheDoor {
  name: string
  address: string
  known_device: { customer_id: string; device_hash: Buffer } | null
}

/**
 * Takes one try of a sign-in. A device that its customer has used before counts by itself: whatever strangers do
 * elsewhere, it is let in. Every other counts by name and network together, by the name and by the network; known and
 * unknown names alike. Throws `too_many_requests` with the `deadline` at which there are tries again.
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

/** Takes one try of a network, for calls that name nobody yet. Throws as `trySignIn` does. */
export function tryFromNetwork(services: Services, address: string): Promise<GiveBack> {
  return takeTries(services, [triedFrom(address)])
}

/** Takes one try of the sign-in password by a customer who is signed in. Throws as `trySignIn` does. */
export function tryOwnPassword(services: Services, customer_id: string): Promise<GiveBack> {
  const key = `own password ${customer_id}`
  return takeTries(services, [{ key, tries_max: LIMITS.pair, window_ms: WINDOW_MS }])
}

/**
 * Counts a try before it is made, in the database, so that neither simultaneous tries nor several processes outrun the
 * count. What is kept of a key is its digest under a secret: people type passwords where names belong. Throws as
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
