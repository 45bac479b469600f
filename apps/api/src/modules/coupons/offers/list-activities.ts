import type { OutputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { type activityList, NEWCOMER_ACTIVITY } from '@adtally/contract/money/coupons.ts'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { calendarDay } from '../../../lib/time-zones.ts'
import { customerById, zoneOfCustomer } from '../../identity/index.ts'
import { productsByIds } from '../../marketplace/index.ts'
import { cutPage, keyOf } from '../../paging.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { lastDaysOf, newcomerCouponOf } from '../coupons.repository.ts'
import { type ActivityFacts, presentActivity, presentNewcomer } from '../presenter.ts'
import { type IssueFacts, issueRefusal, NEWCOMER_LIFE_DAYS } from '../rules.ts'
import { currentActivities, issuedCounts, type Offer } from './offers.repository.ts'

type Activities = OutputOf<typeof activityList>

interface Reader {
  customer_id: string
  person_id: string
  time_zone: string
  language: Language
}

/**
 * A page of the activities whose coupon can be claimed, the newcomer's first. Throws `cursor_invalid`. `context`: the
 * reader's language, and the zone for customers without one.
 */
export async function listActivities(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
  context: { language: Language; time_zone: string },
): Promise<Activities> {
  const { limit = LIMIT_DEFAULT } = input
  const before = keyOf(input.cursor)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const customer = await customerById(tx, customer_id)
    if (!customer) throw new Refusal('no_user_data')
    const { person_id } = customer
    const time_zone = zoneOfCustomer(customer, context.time_zone)
    const reader = { customer_id, person_id, time_zone, language: context.language }
    const newcomer = before === undefined ? await newcomerOf(services, tx, reader) : []
    const found = await currentActivities(tx, { before, limit: limit + 1 })
    const { items, next_cursor } = cutPage(found, limit, ({ offer_id }) => offer_id)
    return { items: [...newcomer, ...(await shownTo(services, tx, items, reader))], next_cursor }
  })
}

async function newcomerOf(services: Services, tx: Transaction, reader: Reader): Promise<Activities['items']> {
  const policy = policies.current(services)
  const received = await newcomerCouponOf(tx, reader.person_id)
  // A coupon that was issued keeps its terms.
  const percent = received?.percent ?? policy.newcomer_coupon_percent
  const worth_max_micros = received?.worth_max_micros ?? policy.newcomer_coupon_max_micros
  if (percent === 0n || worth_max_micros === 0n) return []
  const terms = {
    effect: 'deduction' as const,
    percent,
    fixed_micros: null,
    worth_max_micros,
    amount_min_micros: 0n,
    product_id: null,
  }
  const facts = {
    activity_id: NEWCOMER_ACTIVITY,
    is_received: received !== null,
    life_days: NEWCOMER_LIFE_DAYS,
  }
  return [presentNewcomer(terms, facts, reader.language)]
}

async function shownTo(services: Services, tx: Transaction, offers: readonly Offer[], reader: Reader) {
  const { customer_id, language } = reader
  const ids = offers.map(({ offer_id }) => offer_id)
  const counts = await issuedCounts(tx, ids, customer_id)
  const last_days = await lastDaysOf(
    tx,
    customer_id,
    offers.map(({ name_key }) => name_key),
  )
  const products = await productsByIds(
    tx,
    offers.flatMap(({ product_id }) => product_id ?? []),
  )
  const now = services.clock.now()
  const today = calendarDay(now, reader.time_zone)
  return offers.map((offer) => {
    const { issued, received } = counts.get(offer.offer_id) ?? { issued: 0, received: 0 }
    const last_day = last_days.get(offer.name_key) ?? null
    const facts: ActivityFacts = {
      claim: claimState({ ...offer, now, issued, received, last_day, today }),
      received,
      left: Math.max(offer.issue_max - issued, 0),
      product_name: products.get(offer.product_id ?? '')?.name ?? null,
    }
    return presentActivity(offer, facts, language)
  })
}

/** The result that claiming would have, for the list. */
function claimState(facts: IssueFacts): ActivityFacts['claim'] {
  switch (issueRefusal(facts)) {
    case null:
      return 'open'
    case 'activity_not_open':
      return 'upcoming'
    case 'activity_coupons_received':
      return 'received'
    case 'coupon_same_name_today':
      return 'received_today'
    default:
      return 'exhausted'
  }
}
