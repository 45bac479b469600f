import { timingSafeEqual } from 'node:crypto'
import type { Micros } from '@adtally/money/money.ts'
import type { SecretFor } from '../../../secrets.ts'
import { idToBytes } from '../events/binary-id.ts'
import { EVENT_AT, EVENT_IDS_BYTES, type EventIds, eventIdOf } from '../events/event-ids.ts'
import { HmacKey } from './hmac-key.ts'

/** How long a token is valid for events (PRODUCT §4: "the last token's expiry (1 h)"). */
export const TOKEN_LIFETIME_MS = 3_600_000

const VERSION = 1
const BODY_BYTES = 111
const MAC_BYTES = 16
const TOKEN_BYTES = BODY_BYTES + MAC_BYTES
/** Length of a token's text. */
export const TOKEN_LENGTH = Math.ceil((TOKEN_BYTES * 4) / 3)
/** Each key signs for 30 days and is accepted for 30 more; tokens live an hour. */
const KEY_PERIOD_MS = 30 * 86_400_000

const AT = {
  version: 0,
  key: 1,
  flags: 2,
  expiry: 3,
  decision: 7,
  plan: 23,
  placement: 39,
  lease: 55,
} as const
const AT_PUBLISHER = 71
const AT_CHARGE = 87
const AT_FEE = 95
const AT_DEVICE = 103
export const DEVICE_BYTES = 8

const SANDBOX = 1
const CHARGED_ON_CLICK = 2
const OFFICIAL = 4
const VIDEO = 8

interface TokenPromise {
  /** Otherwise on impression. */
  charged_on_click: boolean
  official: boolean
  video: boolean
  /** The price of the charged event, and the platform's part of it. */
  charge_micros: Micros
  fee_micros: Micros
}

/** The content shared by all tokens of one plan on one placement under one lease. */
export interface TokenTerms extends TokenPromise {
  plan_id: string
  placement_id: string
  lease_id: string
  publisher_id: string
}

/** A decision's promise, carried by the browser and trusted because it is signed (PRODUCT §5). */
export interface TokenContent extends TokenPromise {
  sandbox: boolean
  /** In whole seconds. */
  expires_at_ms: number
  /** Ids of decision, plan, placement, lease and publisher; the event's is zero, since it is not known yet. */
  ids: EventIds
  /** Keyed hash of the device that the decision was for. */
  device: Buffer
}

export const TOKEN_REFUSALS = [
  'token_malformed',
  'token_version_unknown',
  'token_key_unknown',
  'token_forged',
  'token_expired',
  'token_of_other_mode',
] as const
export type TokenRefusal = (typeof TOKEN_REFUSALS)[number]

/** A key that signed tokens until the master secret changed. */
export interface KeptTokenKey {
  key_id: number
  key: Buffer
  /** When the last of its tokens expires. */
  good_until: Date
}

/** `TokenTerms` as the bytes at the start of every token. */
export interface TokenTemplate {
  body: Buffer
}

/** Signs and checks tokens: HMAC-SHA256 truncated to 128 bits, under the period's key. */
export class TokenCodec {
  readonly #secret: SecretFor
  readonly #sandbox: boolean
  readonly #check_mac: boolean
  /** Unbounded: a token names its key in a byte, and only two periods' keys are requested. */
  readonly #keys = new Map<number, HmacKey>()
  #kept: readonly { key_id: number; key: HmacKey; good_until_ms: number }[] = []

  /**
   * `secret` returns a key for a purpose. `check_mac: false` accepts any signature: only the forgery trial's negative
   * control passes it.
   */
  constructor(secret: SecretFor, options: { sandbox: boolean; check_mac?: boolean }) {
    this.#secret = secret
    this.#sandbox = options.sandbox
    this.#check_mac = options.check_mac ?? true
  }

  /** Also accepts tokens of these keys, each until it ends, and signs none with them. */
  keep(keys: readonly KeptTokenKey[]): void {
    this.#kept = keys.map(({ key_id, key, good_until }) => ({
      key_id,
      key: new HmacKey(key, BODY_BYTES),
      good_until_ms: good_until.getTime(),
    }))
  }

  /** A token's constant bytes, made once and copied for each decision. */
  template(content: TokenTerms): TokenTemplate {
    const body = Buffer.alloc(TOKEN_BYTES)
    body[AT.version] = VERSION
    body[AT.flags] =
      (this.#sandbox ? SANDBOX : 0) |
      (content.charged_on_click ? CHARGED_ON_CLICK : 0) |
      (content.official ? OFFICIAL : 0) |
      (content.video ? VIDEO : 0)
    idToBytes(content.plan_id).copy(body, AT.plan)
    idToBytes(content.placement_id).copy(body, AT.placement)
    idToBytes(content.lease_id).copy(body, AT.lease)
    idToBytes(content.publisher_id).copy(body, AT_PUBLISHER)
    body.writeBigUInt64BE(content.charge_micros, AT_CHARGE)
    body.writeBigUInt64BE(content.fee_micros, AT_FEE)
    return { body }
  }

  /** A token's text. `decision` is 16 bytes, `device` 8. */
  sign(
    template: TokenTemplate,
    decision: Buffer,
    device: Buffer,
    expires_at_ms: number,
    now_ms: number,
  ): string {
    const token = Buffer.from(template.body)
    const key_id = keyIdAt(now_ms)
    token[AT.key] = key_id
    token.writeUInt32BE(Math.floor(expires_at_ms / 1000), AT.expiry)
    decision.copy(token, AT.decision, 0, 16)
    device.copy(token, AT_DEVICE, 0, DEVICE_BYTES)
    this.#mac(key_id, token).copy(token, BODY_BYTES, 0, MAC_BYTES)
    return token.toString('base64url')
  }

  /** A token's content, or why it is refused. */
  open(text: string, now_ms: number): TokenContent | TokenRefusal {
    if (text.length !== TOKEN_LENGTH) return 'token_malformed'
    const token = Buffer.from(text, 'base64url')
    if (token.length !== TOKEN_BYTES) return 'token_malformed'
    if (token[AT.version] !== VERSION) return 'token_version_unknown'
    const key_id = token[AT.key] ?? 0
    if (key_id !== keyIdAt(now_ms) && key_id !== keyIdAt(now_ms - KEY_PERIOD_MS)) return 'token_key_unknown'
    if (this.#check_mac) {
      const is_ours = fits(this.#mac(key_id, token), token) || this.#fitsKept(key_id, token, now_ms)
      if (!is_ours) return 'token_forged'
    }
    const content = read(token)
    if (content.expires_at_ms <= now_ms) return 'token_expired'
    return content.sandbox === this.#sandbox ? content : 'token_of_other_mode'
  }

  #fitsKept(key_id: number, token: Buffer, now_ms: number): boolean {
    return this.#kept.some(
      (kept) =>
        kept.key_id === key_id &&
        now_ms < kept.good_until_ms &&
        fits(kept.key.digest(token, BODY_BYTES), token),
    )
  }

  #mac(key_id: number, token: Buffer): Buffer {
    let key = this.#keys.get(key_id)
    if (!key) {
      key = new HmacKey(this.#secret(`delivery-token:${key_id}`), BODY_BYTES)
      this.#keys.set(key_id, key)
    }
    return key.digest(token, BODY_BYTES)
  }
}

/** The terms in an opened token. */
export function termsOf({
  ids,
  charged_on_click,
  official,
  video,
  charge_micros,
  fee_micros,
}: TokenContent): TokenTerms {
  return {
    charged_on_click,
    official,
    video,
    plan_id: eventIdOf(ids, 'plan_id'),
    placement_id: eventIdOf(ids, 'placement_id'),
    lease_id: eventIdOf(ids, 'lease_id'),
    publisher_id: eventIdOf(ids, 'publisher_id'),
    charge_micros,
    fee_micros,
  }
}

function fits(mac: Buffer, token: Buffer): boolean {
  return timingSafeEqual(mac.subarray(0, MAC_BYTES), token.subarray(BODY_BYTES))
}

/** The keys of this secret whose tokens are unexpired at `now`, each valid until its last token expires. */
export function tokenKeysOut(secret: SecretFor, now: Date): KeptTokenKey[] {
  const now_ms = now.getTime()
  const key_ids = new Set([keyIdAt(now_ms), keyIdAt(now_ms - TOKEN_LIFETIME_MS)])
  const good_until = new Date(now_ms + TOKEN_LIFETIME_MS)
  return [...key_ids].map((key_id) => ({ key_id, key: secret(`delivery-token:${key_id}`), good_until }))
}

/** The key id in use at a time. */
function keyIdAt(at_ms: number): number {
  return Math.floor(at_ms / KEY_PERIOD_MS) & 0xff
}

function read(token: Buffer): TokenContent {
  const flags = token[AT.flags] ?? 0
  return {
    sandbox: (flags & SANDBOX) !== 0,
    charged_on_click: (flags & CHARGED_ON_CLICK) !== 0,
    official: (flags & OFFICIAL) !== 0,
    video: (flags & VIDEO) !== 0,
    expires_at_ms: token.readUInt32BE(AT.expiry) * 1000,
    ids: idsOf(token),
    charge_micros: token.readBigUInt64BE(AT_CHARGE),
    fee_micros: token.readBigUInt64BE(AT_FEE),
    device: token.subarray(AT_DEVICE, AT_DEVICE + DEVICE_BYTES),
  }
}

/** From the decision's on, a token has its ids in an event's layout. */
function idsOf(token: Buffer): EventIds {
  const ids = Buffer.allocUnsafe(EVENT_IDS_BYTES)
  ids.fill(0, 0, EVENT_AT.decision_id)
  token.copy(ids, EVENT_AT.decision_id, AT.decision, AT_CHARGE)
  return ids
}
