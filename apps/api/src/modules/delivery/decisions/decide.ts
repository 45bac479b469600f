import type { NoFillReason } from '@adtally/contract/operator/market/delivery.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { ApprovedCreative, EligibleProduct } from '../../marketplace/index.ts'
import type { ChargedOn } from '../budget/plan-budget.ts'
import { type IdSequence, idFromBytes } from '../events/binary-id.ts'
import { Candidate } from './candidate.ts'
import type { PlacementSlot } from './placement-slot.ts'
import type { PlanSlot } from './plan-slot.ts'
import type { BidObstacle } from './selection.ts'
import { TOKEN_LIFETIME_MS, type TokenCodec, type TokenVisit } from './token.ts'
import type { Visitor } from './visitor.ts'

/** One request for an advertisement. */
export interface DecisionRequest {
  placement: PlacementSlot
  visitor: Visitor
  visit: TokenVisit
  /** Plans that are on the page already; another is drawn if one can be shown. */
  beside: ReadonlySet<string>
  /** Why a plan may not answer a bid request; absent where none asks. */
  obstacleTo?: ((slot: PlanSlot) => BidObstacle | null) | undefined
  now_ms: number
}

export interface DecisionWriter {
  codec: TokenCodec
  ids: IdSequence
  sandbox: boolean
}

/** An advertisement, as the reply's JSON with a sealed token, and what other faces make their reply of. */
export interface Fill {
  json: string
  plan_id: string
  shown: ShownAdvertisement
  reason: null
}

/** What was decided to be shown. */
export interface ShownAdvertisement {
  token: string
  decision_id: string
  /** After the decision, an impression counts for so long. */
  impression_within_ms: number
  charged_on: ChargedOn
  product: EligibleProduct
  creative: ApprovedCreative
  asset_url: string
  /** As the token promises. */
  charge_micros: Micros
  fee_micros: Micros
}

const decision = Buffer.alloc(16)
const NONE_BESIDE: ReadonlySet<string> = new Set()

/**
 * Draws a plan, counts a token against its lease and seals it, without reading the database. Answers the reason if no
 * plan can be shown; or the plan that was drawn, if it has no lease yet, which `leased_only` rules out.
 */
export function decide(
  request: DecisionRequest,
  writer: DecisionWriter,
  options: { leased_only: boolean },
): Fill | Candidate | NoFillReason {
  const { placement, visitor, beside, obstacleTo } = request
  const device = deviceKeyOf(request)
  const other = placement.draw(visitor, device, { ...options, beside, obstacleTo })
  const is_drawn = other instanceof Candidate || beside.size === 0
  const drawn = is_drawn
    ? other
    : placement.draw(visitor, device, { ...options, beside: NONE_BESIDE, obstacleTo })
  if (!(drawn instanceof Candidate)) return drawn
  return show(drawn, request, writer) ?? drawn
}

/** Shows a plan that was drawn for this request and has waited for its lease; null if it may not be shown by now. */
export function showAfterWait(
  candidate: Candidate,
  request: DecisionRequest,
  writer: DecisionWriter,
): Fill | null {
  const may_show = request.placement.mayStillShow(candidate, deviceKeyOf(request))
  return may_show ? show(candidate, request, writer) : null
}

/** Shows a plan; null while it has no lease that covers it. */
function show(candidate: Candidate, request: DecisionRequest, writer: DecisionWriter): Fill | null {
  const { placement, visit, now_ms } = request
  const { codec, ids, sandbox } = writer
  const template = candidate.take(deviceKeyOf(request))
  if (!template) return null
  ids.write(decision, 0, now_ms)
  const { product, plan } = candidate.slot
  const { json, id, approved, asset_url } = placement.creative(product, Math.random())
  const token = codec.seal(template, { decision, visit, creative: id, film_ms: approved.film_ms ?? 0 })
  return {
    plan_id: plan.plan_id,
    reason: null,
    shown: {
      token,
      decision_id: idFromBytes(decision, 0),
      impression_within_ms: template.impression_within_ms,
      charged_on: placement.charged_on,
      product,
      creative: approved,
      asset_url,
      charge_micros: template.charge_micros,
      fee_micros: template.fee_micros,
    },
    json: decisionJson({
      sandbox,
      placement: placement.terms.key,
      creative: json,
      token,
      impression_within_ms: template.impression_within_ms,
    }),
  }
}

/** A decision's reply to pages; `creative` is its JSON. */
export function decisionJson(told: {
  sandbox: boolean
  placement: string
  creative: string
  token: string
  impression_within_ms: number
}): string {
  const { sandbox, placement, creative, token, impression_within_ms } = told
  return (
    `{"fill":true,"sandbox":${sandbox},"placement":"${placement}","creative":${creative}` +
    `,"token":"${token}","click_url":"/delivery/v1/click/${token}"` +
    `,"impression_within_ms":${impression_within_ms},"events_within_ms":${TOKEN_LIFETIME_MS}}`
  )
}

/** A device, as this node's memory keeps it. */
export function deviceKeyOf({ visit }: Pick<DecisionRequest, 'visit'>): string {
  return visit.device.toString('latin1')
}
