import type { IdSequence } from '../events/binary-id.ts'
import type { PlacedPlan } from './contender.ts'
import { choose, type NoFillReason } from './selection.ts'
import type { TokenCodec } from './token.ts'
import { TOKEN_LIFETIME_MS } from './token.ts'
import type { Visitor } from './visitor.ts'

/** A placement as decisions need it. */
export interface PlacementSlot {
  placement_id: string
  countries: readonly string[]
  publisher_domain: string
  contenders: readonly PlacedPlan[]
}

/** One request for an advertisement. */
export interface DecisionRequest {
  placement: PlacementSlot
  visitor: Visitor
  /** Eight bytes. */
  device: Buffer
  now_ms: number
}

export interface DecisionWriter {
  codec: TokenCodec
  ids: IdSequence
  sandbox: boolean
}

const decision = Buffer.alloc(16)

/**
 * The reply's JSON with a signed token, or the reason for none. Chooses, counts the token against its lease and signs
 * it, without reading the database.
 */
export function decide(request: DecisionRequest, writer: DecisionWriter): string | NoFillReason {
  const { placement, visitor, now_ms } = request
  const { codec, ids, sandbox } = writer
  if (
    placement.countries.length > 0 &&
    (visitor.country === null || !placement.countries.includes(visitor.country))
  ) {
    return 'targeting'
  }
  const device = request.device.toString('latin1')
  const chosen = choose(placement.contenders, visitor, device, Math.random())
  if (typeof chosen === 'string') return chosen
  const template = chosen.take(device)
  if (!template) return 'budget'
  ids.write(decision, 0, now_ms)
  const expires_at_ms = now_ms + TOKEN_LIFETIME_MS
  const token = codec.sign(template, decision, request.device, expires_at_ms, now_ms)
  return (
    `{"fill":true,"sandbox":${sandbox},"creative":${chosen.creative(Math.random())},"token":"${token}"` +
    `,"click_url":"/delivery/v1/click/${token}","expires_at_ms":${expires_at_ms}}`
  )
}
