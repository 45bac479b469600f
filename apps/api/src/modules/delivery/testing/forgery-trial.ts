import { randomBytes, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { newId } from '../../../database/identifiers.ts'
import { deriveSecrets } from '../../../secrets.ts'
import type { Market } from '../../../testing/worlds/build-market.ts'
import type { Services } from '../../services.ts'
import { TOKEN_LIFETIME_MS, TokenCodec } from '../decisions/token.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { signPostback } from '../events/postback-signature.ts'
import { sealedToken, templateOf, termsOf } from './sealed-token.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const headersOf = ({ market }: TrialTarget) => ({
  origin: market.origin,
  'user-agent': PHONE,
  'content-type': 'application/json',
})

/** The kinds of forgery; none may be counted. */
export const FORGERIES = [
  'noise',
  'changed_byte',
  'other_plan',
  'other_price',
  'stale',
  'other_key',
  'live',
  'replayed',
  'postback',
] as const
export type Forgery = (typeof FORGERIES)[number]

/** A running program with a market. */
export interface TrialTarget {
  server: FastifyInstance
  services: Services
  market: Market
  /** How many events are on disk. */
  countEvents(): Promise<number>
}

/** The number of tries, and of events they added. */
export interface TrialResult {
  tried: number
  counted: number
}

/**
 * Sends `tries` forged, replayed, stale and cross-plan events over HTTP, as impressions, pixels, clicks and
 * conversions, after a genuine event of each; returns how many were counted. Needs a deliverable plan.
 */
export async function runForgeryTrial(
  target: TrialTarget,
  tries: number,
  only?: readonly Forgery[],
): Promise<TrialResult> {
  const genuine = await genuineToken(target)
  const bytes = Buffer.from(genuine, 'base64url')
  const forger = new Forger(target, bytes)
  await target.server.inject({
    method: 'POST',
    url: '/delivery/v1/event',
    headers: headersOf(target),
    payload: { token: genuine, kind: 'impression' },
  })
  await target.server.inject({ url: `/delivery/v1/click/${genuine}`, headers: headersOf(target) })
  const before = await target.countEvents()
  const kinds = only ?? FORGERIES
  for (let index = 0; index < tries; index += 1) {
    const kind = kinds[index % kinds.length] ?? 'noise'
    if (kind === 'postback') await forger.postback(index)
    else await forger.send(kind === 'replayed' ? genuine : forger.token(kind), kind === 'replayed')
  }
  return { tried: tries, counted: (await target.countEvents()) - before }
}

async function genuineToken(target: TrialTarget): Promise<string> {
  const { server, market } = target
  const url = `/delivery/v1/decision?placement=${market.placement_key}&device=${randomBytes(12).toString('hex')}`
  const reply = await server.inject({ url, headers: headersOf(target) })
  const { token } = reply.json()
  if (typeof token !== 'string') throw new Error(`no advertisement: ${reply.body}`)
  return token
}

const PLAN_AT = 18
const CHARGE_AT = 98
const MODES = {
  other_key: { sandbox: true },
  live: { sandbox: false },
  stale: { sandbox: true },
  unused: { sandbox: true },
} as const

class Forger {
  readonly #target: TrialTarget
  readonly #bytes: Buffer
  readonly #content: NonNullable<Exclude<ReturnType<TokenCodec['open']>, string>>

  constructor(target: TrialTarget, bytes: Buffer) {
    this.#target = target
    this.#bytes = bytes
    const now_ms = target.services.clock.now_ms()
    const opened = target.services.delivery.codec.open(bytes.toString('base64url'), now_ms)
    if (typeof opened === 'string') throw new Error(opened)
    this.#content = opened
  }

  token(kind: Exclude<Forgery, 'replayed' | 'postback'>): string {
    if (kind === 'other_key' || kind === 'live' || kind === 'stale') return this.#sealed(kind)
    if (kind === 'noise') return randomBytes(this.#bytes.length).toString('base64url')
    // Of a token that nobody has used, so that a counted forgery is not mistaken for a repetition.
    const forged = Buffer.from(this.#sealed('unused'), 'base64url')
    const flip = (at: number) => forged.writeUInt8(forged.readUInt8(at) ^ (1 + randomInt(255)), at)
    if (kind === 'other_plan') for (let at = PLAN_AT; at < PLAN_AT + 16; at += 1) flip(at)
    else if (kind === 'other_price') flip(CHARGE_AT + 6)
    else flip(randomInt(PLAN_AT, forged.length))
    return forged.toString('base64url')
  }

  /** Sends it as an impression, a pixel, in a batch, or as a click. */
  async send(token: string, is_replayed: boolean): Promise<void> {
    const { server } = this.#target
    const way = is_replayed ? 0 : randomInt(4)
    if (way === 1)
      await server.inject({
        url: `/delivery/v1/pixel?t=${token}&k=viewable`,
        headers: headersOf(this.#target),
      })
    else if (way === 2)
      await server.inject({ url: `/delivery/v1/click/${token}`, headers: headersOf(this.#target) })
    else {
      const event = { token, kind: 'impression' }
      const payload = way === 0 ? event : { events: [event, { ...event, kind: 'viewable' }] }
      await server.inject({
        method: 'POST',
        url: '/delivery/v1/event',
        headers: headersOf(this.#target),
        payload,
      })
    }
  }

  /** Sends one with a wrong secret, a stale time, an unknown click, or for another advertiser. */
  async postback(index: number): Promise<void> {
    const { market, services, server } = this.#target
    const now_ms = services.clock.now_ms()
    const wrongs = [
      {
        secret: randomBytes(32).toString('hex'),
        timestamp: now_ms,
        click_id: eventIdOf(this.#content.ids, 'decision_id'),
        advertiser_id: market.advertiser_id,
      },
      {
        secret: market.postback_secret,
        timestamp: now_ms - 600_000,
        click_id: eventIdOf(this.#content.ids, 'decision_id'),
        advertiser_id: market.advertiser_id,
      },
      {
        secret: market.postback_secret,
        timestamp: now_ms,
        click_id: newId(),
        advertiser_id: market.advertiser_id,
      },
      {
        secret: market.postback_secret,
        timestamp: now_ms,
        click_id: eventIdOf(this.#content.ids, 'decision_id'),
        advertiser_id: newId(),
      },
    ]
    const { secret, advertiser_id, ...wrong } =
      wrongs[Math.floor(index / FORGERIES.length) % wrongs.length] ?? wrongs[0] ?? raise()
    const content = { ...wrong, goal: `goal-${index}` }
    const payload = { ...content, advertiser_id, signature: signPostback(secret, content) }
    await server.inject({
      method: 'POST',
      url: '/delivery/v1/conversion',
      headers: headersOf(this.#target),
      payload,
    })
  }

  #sealed(kind: 'other_key' | 'live' | 'stale' | 'unused'): string {
    const { services } = this.#target
    const secret =
      kind === 'other_key' ? deriveSecrets(randomBytes(32).toString('hex')) : services.settings.secret
    const codec = new TokenCodec(secret, MODES[kind])
    const now_ms = services.clock.now_ms() - (kind === 'stale' ? TOKEN_LIFETIME_MS + 1_000 : 0)
    return sealedToken(codec, templateOf(codec, termsOf(this.#content)), now_ms).text
  }
}

function raise(): never {
  throw new Error('there is nothing to try')
}
