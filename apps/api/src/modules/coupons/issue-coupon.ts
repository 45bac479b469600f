import { couponIssuing, issueCoupon } from '@adtally/contract/operator/finance/coupons.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { tellCustomer } from '../customer-notice.ts'
import { type Customer, customerById, customerOfHandle, nameOfCustomer } from '../identity/index.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { factsFrom, moneyText } from '../proposal-facts.ts'
import { type Coupon, lockCustomer } from './coupons.repository.ts'
import { issueOfOffer } from './issue.ts'
import { insertTeam, lockOffer, type Offer, offerById } from './offers/offers.repository.ts'
import { askForTeam } from './offers/team.ts'

/** The second person's half of `coupon-issue`. Throws what `issueOfOffer` does. */
const couponIssueAct = approvedAct(couponIssuing, {
  payload: z.strictObject({ offer_id: z.uuid(), customer_id: z.uuid() }),
  facts: async (services, tx, { offer_id, customer_id }) => {
    const offer = await offerById(tx, offer_id)
    if (!offer) throw new Refusal('record_not_found', { field: 'offer_id' })
    const worth_max = moneyText(services, offer.worth_max_micros)
    return {
      says: `Give ${await nameOfCustomer(tx, customer_id)} a coupon of the offer ${offer.texts.en?.name ?? offer_id}, worth ${worth_max} at most`,
      before: {},
      after: factsFrom({
        ...{
          kind: offer.kind,
          effect: offer.effect,
          percent: offer.percent,
          worth_max,
          life_days: offer.life_days,
        },
        team_cap: offer.team_cap_micros === null ? null : moneyText(services, offer.team_cap_micros),
      }),
    }
  },
  async apply(_services, tx, { offer_id, customer_id }, { proposal_id }) {
    await lockCustomer(tx, customer_id)
    const offer = await lockOffer(tx, offer_id)
    const customer = await customerById(tx, customer_id)
    if (!customer) throw new Refusal('record_not_found', { field: 'customer_id' })
    const issued = checkIssue(offer, customer)
    const team_id = await teamOf(tx, issued, customer_id, proposal_id)
    const coupon = await issueTo(tx, issued, { customer, proposal_id, team_id })
    if (team_id !== null) await askForTeam(tx, { team_id, after: null })
    return { coupon_id: coupon.coupon_id, team_id }
  },
})

/** `coupon-issue`: proposes a coupon of a staff offer for one customer; of a team offer for a leader and followers. */
export const issueCouponVerb = proposalVerb(issueCoupon, {
  act: couponIssueAct,
  ask: async (_services, tx, { offer_id, customer: handle, reason }) => {
    const offer = await offerById(tx, offer_id)
    const customer = await customerOfHandle(tx, handle)
    checkIssue(offer, customer)
    return {
      subject: { kind: 'coupon_offer', id: `${offer_id}/${customer.customer_id}` },
      customer_id: customer.customer_id,
      payload: { offer_id, customer_id: customer.customer_id },
      reason,
    }
  },
})

/** Issues a staff offer's coupon to a customer whose lock is held, and tells them. */
export async function issueTo(
  tx: Transaction,
  offer: Offer,
  to: { customer: Customer; proposal_id: string; team_id: string | null },
): Promise<Coupon> {
  const { customer, proposal_id, team_id } = to
  const time_zone = customer.time_zone ?? 'UTC'
  const recipient = { customer, time_zone, request_id: null, proposal_id, team_id }
  const coupon = await issueOfOffer(tx, offer, recipient)
  await tellCustomer(tx, customer.customer_id, {
    message: 'coupon_issued',
    values: { ...namesOf(offer), expires_at: coupon.expires_at.toISOString() },
    subject: { kind: 'coupon', id: coupon.coupon_id },
  })
  return coupon
}

/** The offer's name in every language it has, as values of a notice. */
function namesOf({ texts }: Offer): Record<string, string> {
  const names = Object.entries(texts).map(([language, text]) => [`name:${language}`, text.name])
  return { name: texts.en?.name ?? '', ...Object.fromEntries(names) }
}

function checkIssue(offer: Offer | null, customer: Customer): Offer {
  if (offer?.claim !== 'staff') throw new Refusal('record_not_found', { field: 'offer_id' })
  const is_for_another = offer.customer_id !== null && offer.customer_id !== customer.customer_id
  if (is_for_another || customer.status !== 'active')
    throw new Refusal('state_conflict', { field: 'customer' })
  return offer
}

async function teamOf(
  tx: Transaction,
  { offer_id, team_cap_micros }: Offer,
  leader_id: string,
  proposal_id: string,
): Promise<string | null> {
  if (team_cap_micros === null) return null
  const team_id = newId()
  await insertTeam(tx, { team_id, offer_id, leader_id, cap_micros: team_cap_micros, proposal_id })
  return team_id
}
