import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import type { Micros } from '@adtally/money/money.ts'
import type { SecretFor } from '../../../secrets.ts'
import { idFromBytes } from '../events/binary-id.ts'
import { EVENT_AT, EVENT_IDS_BYTES, type EventIds } from '../events/event-ids.ts'

/** How long a token is valid for events (PRODUCT §5: "one for what follows (1 h)"). */
export const TOKEN_LIFETIME_MS = 3_600_000

const VERSION = 1
const MAC_BYTES = 16
/** Keyed hashes in a token, of 64 bits each. */
export const HASH_BYTES = 8
/** Each key seals for a day and is accepted for one more, far below the tokens that AES-GCM allows a key. */
const KEY_PERIOD_MS = 86_400_000
const CIPHER = 'aes-256-gcm'

/** Open, but signed: which key it takes, and whose events they are. */
const AT = { version: 0, key: 1, decision: 2 } as const
const OPEN_BYTES = 18
/** Sealed; offsets within the sealed part, in which ids stand as in an event. */
const SEALED_AT = {
  plan: 0,
  placement: 16,
  lease: 32,
  publisher: 48,
  creative: 64,
  charge: 80,
  fee: 88,
  device: 96,
  page: 104,
  address: 112,
  flags: 120,
  channel: 121,
  agent_class: 122,
  consent: 123,
  charge_within_s: 124,
  film_ms: 126,
} as const
const SEALED_BYTES = 130
const TOKEN_BYTES = OPEN_BYTES + SEALED_BYTES + MAC_BYTES
/** Length of a token's text. */
export const TOKEN_LENGTH = Math.ceil((TOKEN_BYTES * 4) / 3)

const SANDBOX = 1
const CHARGED_ON_CLICK = 2
const OFFICIAL = 4
const VIDEO = 8

/** The faces of delivery, each of which asks for decisions in its own way; a token keeps its number in this list. */
export const CHANNELS = ['tag', 'json', 'vast', 'openrtb'] as const
export type Channel = (typeof CHANNELS)[number]

/** What a visitor's browser said about being followed; kept as flags, the texts they came from are not. */
export interface Consent {
  /** Nothing may be stored on the device without it (TCF purpose 1). */
  storage: boolean
  /** Global Privacy Control. */
  opted_out: boolean
}

interface TokenPromise {
  /** Otherwise on impression. */
  charged_on_click: boolean
  official: boolean
  video: boolean
  /** The price of the charged event, and the platform's part of it. */
  charge_micros: Micros
  fee_micros: Micros
  /** After the decision, the charged event is taken for so long, in whole seconds; what follows for an hour. */
  charge_within_ms: number
}

/** The content shared by all tokens of one plan on one placement under one lease; ids as their 16 bytes. */
export interface TokenTerms extends TokenPromise {
  plan: Buffer
  placement: Buffer
  lease: Buffer
  publisher: Buffer
}

/** Whom a decision was for. Hashes are keyed, 8 bytes each, and zero where nothing is known. */
export interface TokenVisit {
  device: Buffer
  /** Of the registrable domain of the page that asked. */
  page: Buffer
  address: Buffer
  /** As of `agentClassOf`. */
  agent_class: number
  channel: Channel
  consent: Consent
}

/** A decision's promise, carried by the browser and trusted because it is sealed (PRODUCT §5). */
export interface TokenContent extends TokenPromise, TokenVisit {
  sandbox: boolean
  decided_at_ms: number
  creative_id: string
  /** Length of the film that was promised; 0 without one. */
  film_ms: number
  /** Ids of decision, plan, placement, lease and publisher; the event's is zero, since it is not known yet. */
  ids: EventIds
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

/** A key that sealed tokens until the master secret changed. */
export interface KeptTokenKey {
  key_id: number
  key: Buffer
  /** When the last of its tokens expires. */
  good_until: Date
}

/** `TokenTerms` as the bytes that a token seals; each seal writes its own decision into them. */
export interface TokenTemplate {
  sealed: Buffer
  /** After the decision, an impression counts for so long. */
  impression_within_ms: number
  /** As in `TokenTerms`. */
  charge_micros: Micros
  fee_micros: Micros
}

/** One decision's part of a token. */
export interface TokenDecision {
  /** 16 bytes: a UUID v7 of the decision's time, never used twice, since it is the cipher's nonce as well. */
  decision: Buffer
  visit: TokenVisit
  /** 16 bytes. */
  creative: Buffer
  film_ms: number
}

/** Seals and opens tokens: AES-256-GCM under the day's key (docs/decisions/sealed-tokens.md). */
export class TokenCodec {
  readonly #secret: SecretFor
  readonly #sandbox: boolean
  readonly #check_mac: boolean
  /** Unbounded: a token names its key in a byte, and only two days' keys are requested. */
  readonly #keys = new Map<number, KeyObject>()
  #kept: readonly { key_id: number; key: KeyObject; good_until_ms: number }[] = []

  /**
   * `secret` returns a key for a purpose. `check_mac: false` accepts any signature: only the forgery trial's negative
   * control passes it.
   */
  constructor(secret: SecretFor, options: { sandbox: boolean; check_mac?: boolean }) {
    this.#secret = secret
    this.#sandbox = options.sandbox
    this.#check_mac = options.check_mac ?? true
  }

  /** Also accepts tokens of these keys, each until it ends, and seals none with them. */
  keep(keys: readonly KeptTokenKey[]): void {
    this.#kept = keys.map(({ key_id, key, good_until }) => ({
      key_id,
      key: createSecretKey(key),
      good_until_ms: good_until.getTime(),
    }))
  }

  /** What a token promises, in its bytes. */
  template(terms: TokenTerms): TokenTemplate {
    const sealed = Buffer.allocUnsafe(SEALED_BYTES)
    sealed[SEALED_AT.flags] =
      (this.#sandbox ? SANDBOX : 0) |
      (terms.charged_on_click ? CHARGED_ON_CLICK : 0) |
      (terms.official ? OFFICIAL : 0) |
      (terms.video ? VIDEO : 0)
    terms.plan.copy(sealed, SEALED_AT.plan)
    terms.placement.copy(sealed, SEALED_AT.placement)
    terms.lease.copy(sealed, SEALED_AT.lease)
    terms.publisher.copy(sealed, SEALED_AT.publisher)
    sealed.writeBigUInt64BE(terms.charge_micros, SEALED_AT.charge)
    sealed.writeBigUInt64BE(terms.fee_micros, SEALED_AT.fee)
    sealed.writeUInt16BE(Math.floor(terms.charge_within_ms / 1000), SEALED_AT.charge_within_s)
    const { charged_on_click, charge_within_ms, charge_micros, fee_micros } = terms
    const impression_within_ms = charged_on_click ? TOKEN_LIFETIME_MS : charge_within_ms
    return { sealed, impression_within_ms, charge_micros, fee_micros }
  }

  /** A token's text. */
  seal(template: TokenTemplate, { decision, visit, creative, film_ms }: TokenDecision): string {
    const token = Buffer.allocUnsafe(TOKEN_BYTES)
    const key_id = keyIdAt(decidedAt(decision, 0))
    token[AT.version] = VERSION
    token[AT.key] = key_id
    decision.copy(token, AT.decision, 0, 16)
    const { sealed } = template
    creative.copy(sealed, SEALED_AT.creative, 0, 16)
    visit.device.copy(sealed, SEALED_AT.device, 0, HASH_BYTES)
    visit.page.copy(sealed, SEALED_AT.page, 0, HASH_BYTES)
    visit.address.copy(sealed, SEALED_AT.address, 0, HASH_BYTES)
    sealed[SEALED_AT.channel] = CHANNELS.indexOf(visit.channel)
    sealed[SEALED_AT.agent_class] = visit.agent_class
    sealed[SEALED_AT.consent] = (visit.consent.storage ? 1 : 0) | (visit.consent.opted_out ? 2 : 0)
    sealed.writeUInt32BE(film_ms, SEALED_AT.film_ms)
    const cipher = createCipheriv(CIPHER, this.#key(key_id), decision)
    cipher.setAAD(token.subarray(0, AT.decision))
    cipher.update(sealed).copy(token, OPEN_BYTES)
    cipher.final()
    cipher.getAuthTag().copy(token, OPEN_BYTES + SEALED_BYTES)
    return token.toString('base64url')
  }

  /** A token's content, or why it is refused. */
  open(text: string, now_ms: number): TokenContent | TokenRefusal {
    if (text.length !== TOKEN_LENGTH) return 'token_malformed'
    const token = Buffer.from(text, 'base64url')
    // One token has one text: a decoder would pass over other letters and unused bits.
    if (token.length !== TOKEN_BYTES || token.toString('base64url') !== text) return 'token_malformed'
    if (token[AT.version] !== VERSION) return 'token_version_unknown'
    const key_id = token[AT.key] ?? 0
    if (key_id !== keyIdAt(now_ms) && key_id !== keyIdAt(now_ms - KEY_PERIOD_MS)) return 'token_key_unknown'
    const sealed = this.#unseal(token, this.#key(key_id)) ?? this.#unsealByKept(key_id, token, now_ms)
    if (!sealed) return 'token_forged'
    const content = read(token, sealed)
    if (!content) return 'token_malformed'
    if (content.decided_at_ms + TOKEN_LIFETIME_MS <= now_ms) return 'token_expired'
    return content.sandbox === this.#sandbox ? content : 'token_of_other_mode'
  }

  #unsealByKept(key_id: number, token: Buffer, now_ms: number): Buffer | null {
    for (const kept of this.#kept) {
      if (kept.key_id !== key_id || now_ms >= kept.good_until_ms) continue
      const sealed = this.#unseal(token, kept.key)
      if (sealed) return sealed
    }
    return null
  }

  #unseal(token: Buffer, key: KeyObject): Buffer | null {
    const decipher = createDecipheriv(CIPHER, key, token.subarray(AT.decision, OPEN_BYTES), {
      authTagLength: MAC_BYTES,
    })
    decipher.setAAD(token.subarray(0, AT.decision))
    decipher.setAuthTag(token.subarray(OPEN_BYTES + SEALED_BYTES))
    const sealed = decipher.update(token.subarray(OPEN_BYTES, OPEN_BYTES + SEALED_BYTES))
    if (!this.#check_mac) return sealed
    try {
      decipher.final()
      return sealed
    } catch {
      return null
    }
  }

  #key(key_id: number): KeyObject {
    let key = this.#keys.get(key_id)
    if (!key) {
      key = createSecretKey(this.#secret(`delivery-token:${key_id}`))
      this.#keys.set(key_id, key)
    }
    return key
  }
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

/** A decision's time, which its id begins with. */
function decidedAt(source: Buffer, offset: number): number {
  return source.readUIntBE(offset, 6)
}

/** Null for a number that stands for nothing, which only a forgery has. */
function read(token: Buffer, sealed: Buffer): TokenContent | null {
  const flags = sealed[SEALED_AT.flags] ?? 0
  const consent = sealed[SEALED_AT.consent] ?? 0
  const channel = CHANNELS[sealed[SEALED_AT.channel] ?? 0]
  if (channel === undefined) return null
  const hashAt = (offset: number) => sealed.subarray(offset, offset + HASH_BYTES)
  return {
    sandbox: (flags & SANDBOX) !== 0,
    charged_on_click: (flags & CHARGED_ON_CLICK) !== 0,
    official: (flags & OFFICIAL) !== 0,
    video: (flags & VIDEO) !== 0,
    decided_at_ms: decidedAt(token, AT.decision),
    charge_within_ms: sealed.readUInt16BE(SEALED_AT.charge_within_s) * 1000,
    creative_id: idFromBytes(sealed, SEALED_AT.creative),
    film_ms: sealed.readUInt32BE(SEALED_AT.film_ms),
    ids: idsOf(token, sealed),
    charge_micros: sealed.readBigUInt64BE(SEALED_AT.charge),
    fee_micros: sealed.readBigUInt64BE(SEALED_AT.fee),
    device: hashAt(SEALED_AT.device),
    page: hashAt(SEALED_AT.page),
    address: hashAt(SEALED_AT.address),
    agent_class: sealed[SEALED_AT.agent_class] ?? 0,
    channel,
    consent: { storage: (consent & 1) !== 0, opted_out: (consent & 2) !== 0 },
  }
}

/** The decision's id and the sealed ones, in an event's layout. */
function idsOf(token: Buffer, sealed: Buffer): EventIds {
  const ids = Buffer.allocUnsafe(EVENT_IDS_BYTES)
  ids.fill(0, 0, EVENT_AT.decision_id)
  token.copy(ids, EVENT_AT.decision_id, AT.decision, OPEN_BYTES)
  sealed.copy(ids, EVENT_AT.plan_id, SEALED_AT.plan, SEALED_AT.creative)
  return ids
}
