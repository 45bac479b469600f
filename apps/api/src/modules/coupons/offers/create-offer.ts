import { couponOfferCreating, createCouponOffer } from '@adtally/contract/operator/finance/coupons.ts'
import type { StaffInputOf } from '@adtally/contract/operator/statement/staff-call.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { nowIn } from '../../../database/time/now-in.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { customerOfHandle } from '../../identity/index.ts'
import { productsByIds } from '../../marketplace/index.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { proposeAct } from '../../operators/index.ts'
import * as policies from '../../policies/index.ts'
import { factsFrom, moneyText } from '../../proposal-facts.ts'
import type { Services } from '../../services.ts'
import { offerFault } from '../rules.ts'
import { type OfferPayload, offerPayload } from './offer-payload.ts'
import { offerTextsFrom } from './offer-texts.ts'
import { insertOffer } from './offers.repository.ts'

type Flags = StaffInputOf<typeof createCouponOffer>

async function offerOf(
  services: Services,
  tx: Transaction,
  input: Flags,
  texts: OfferPayload['texts'],
): Promise<OfferPayload> {
  const customer = input.customer === undefined ? null : await customerOfHandle(tx, input.customer)
  const worth_max_micros = input.worth_max ?? input.fixed_amount
  if (worth_max_micros === undefined) throw new Refusal('field_required', { field: 'worth_max' })
  return {
    offer_id: newId(),
    kind: input.kind,
    texts,
    effect: input.effect ?? (input.kind === 'value_added' ? 'addition' : 'deduction'),
    percent: input.percent === undefined ? null : BigInt(input.percent),
    fixed_micros: input.fixed_amount ?? null,
    worth_max_micros,
    amount_min_micros: input.amount_min ?? 0n,
    product_id: input.product_id ?? null,
    claim: input.claim ?? 'staff',
    starts_at: input.starts_at === undefined ? await nowIn(tx) : new Date(input.starts_at),
    ends_at: input.ends_at === undefined ? null : new Date(input.ends_at),
    life_days: input.life_days,
    issue_max: input.issue_max,
    per_customer_max: input.per_customer_max ?? 1,
    team_cap_micros: input.team_cap ?? null,
    customer_id: customer?.customer_id ?? null,
    policy_version: policies.current(services).version,
  }
}

/** Throws for invalid offers; checked when proposed and again when approved. */
async function checkOffer(services: Services, tx: Transaction, offer: OfferPayload): Promise<void> {
  const field = offerFault(offer)
  if (field !== null) throw new Refusal('field_invalid', { field })
  if (offer.texts.en?.name.toLowerCase() === 'newcomer') throw new Refusal('record_exists', { field: 'name' })
  if (offer.worth_max_micros > policies.current(services).plan_amount_max_micros) {
    throw new Refusal('policy_out_of_bounds', { field: 'worth_max' })
  }
  if (offer.ends_at !== null && offer.ends_at <= services.clock.now()) {
    throw new Refusal('field_invalid', { field: 'ends_at' })
  }
  if (offer.product_id === null) return
  const product = (await productsByIds(tx, [offer.product_id])).get(offer.product_id)
  if (!product) throw new Refusal('record_not_found', { field: 'product_id' })
  // Promotional money buys official placements only, so this product's coupon could never be used.
  if (!product.push.includes('official')) throw new Refusal('coupon_official_only', { field: 'product_id' })
}

const offerCreateAct = approvedAct(couponOfferCreating, {
  payload: offerPayload,
  facts: async (services, _tx, offer) => {
    const worth_max = moneyText(services, offer.worth_max_micros)
    const in_all = moneyText(services, offer.worth_max_micros * BigInt(offer.issue_max))
    return {
      says: `Offer the coupon ${offer.texts.en?.name ?? offer.kind}, ${offer.issue_max} times at most, each worth ${worth_max} at most: ${in_all} in all`,
      before: {},
      after: factsFrom({
        ...{
          kind: offer.kind,
          effect: offer.effect,
          percent: offer.percent,
          worth_max,
          in_all,
          claim: offer.claim,
        },
        ...{
          life_days: offer.life_days,
          issue_max: offer.issue_max,
          per_customer_max: offer.per_customer_max,
        },
        ...{
          starts_at: offer.starts_at,
          ends_at: offer.ends_at,
          product: offer.product_id,
          customer: offer.customer_id,
        },
        amount_min: moneyText(services, offer.amount_min_micros),
        fixed: offer.fixed_micros === null ? null : moneyText(services, offer.fixed_micros),
        team_cap: offer.team_cap_micros === null ? null : moneyText(services, offer.team_cap_micros),
      }),
    }
  },
  async apply(services, tx, offer, { proposal_id }) {
    await checkOffer(services, tx, offer)
    await insertOffer(tx, { ...offer, proposal_id })
    return { offer_id: offer.offer_id }
  },
})

/** `coupon-offer-create`: proposes terms of coupons; they never change afterwards. */
export const createOfferVerb = staffVerb(
  createCouponOffer,
  async (services, maker, input) => {
    const texts = await offerTextsFrom(input)
    const proposed = await proposeAct(services, maker, offerCreateAct, async (tx) => {
      const offer = await offerOf(services, tx, input, texts)
      await checkOffer(services, tx, offer)
      return {
        subject: { kind: 'coupon_offer', id: offer.offer_id },
        customer_id: offer.customer_id,
        makes_subject: true,
        payload: offer,
        reason: input.reason,
        answer: { worth_of_all: formatAmount(offer.worth_max_micros * BigInt(offer.issue_max)) },
      }
    })
    return { offer_id: proposed.subject_id, ...proposed }
  },
  offerCreateAct,
)
