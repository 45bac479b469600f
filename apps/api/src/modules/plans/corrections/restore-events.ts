import { type Micros, total } from '@adtally/money/money.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { schedule } from '../../../database/jobs.ts'
import { calendarDay } from '../../../lib/time-zones.ts'
import {
  type Account,
  balances,
  entriesLeftOf,
  entriesLeftOutOf,
  postTransfers,
  reversalsBy,
  type Transfer,
} from '../../ledger/index.ts'
import * as policies from '../../policies/index.ts'
import type { Services } from '../../services.ts'
import { accountsOf, PLAN_PARTS, partAccounts, planFlow, revenueLine, spendLine } from '../accounts.ts'
import { lockPlans, type Plan } from '../plans.repository.ts'
import { moneyOf } from '../reading/plan-money.ts'
import { earners } from '../running/bill-spend.ts'
import { type Movement, partsOfCharge, totalOf } from '../running/spend-parts.ts'
import { setOwedAgain } from '../settlement/owed.repository.ts'
import { askToPayOwed } from '../settlement/owed.ts'
import { RELEASE_PUBLISHERS_JOB } from '../settlement/release-publishers.ts'
import { resultsOf } from '../settlement/results.repository.ts'
import { timeZonesOf } from '../time-zones.ts'
import { anewByEvent, chargeAgain } from './charge-again.ts'
import { correctSettlement } from './correct-settlement.ts'
import type { InvalidSpend } from './correction.ts'
import { conversionsAgain, MoneyNotThere, type RestoredMoney } from './restored-money.ts'

/** An event that a verdict took back, with what it moved. */
export interface TakenEvent {
  event_id: string
  verdict_id: string
  /** The charge that was returned and its publisher; null if there was none. */
  spend: InvalidSpend | null
  /** The payout that was reversed; 0 where there was none. The transfer of the conversion has the event's id. */
  payout_micros: Micros
}

/** What of an event was put back. */
export interface RestoredEvent {
  event_id: string
  /** 0 where the plan's amount is used up: nobody pays more than they placed. */
  spend_restored_micros: Micros
  /** Of it, what no entry of the verdict had given to the part that pays it. */
  spend_anew_micros: Micros
  revenue_restored_micros: Micros
}

/** What one appeal puts back of one plan. */
export interface Restoration {
  restoration_id: string
  plan_id: string
  events: readonly TakenEvent[]
}

/**
 * Puts back what verdicts took from a plan, spend *and* revenue, in the caller's transaction (PRODUCT §2.2): by reversals
 * of its entries before settlement, and after it by settling again with the events. Null, with nothing posted, while the
 * money is elsewhere: leased, returned before the settlement, or withdrawn; ask again later.
 */
export async function restoreEvents(
  services: Services,
  tx: Transaction,
  restoration: Restoration,
): Promise<RestoredEvent[] | null> {
  const plan = (await lockPlans(tx, [restoration.plan_id])).get(restoration.plan_id)
  if (!plan) throw new RangeError(`there is no plan ${restoration.plan_id} to restore events of`)
  return plan.status === 'settled'
    ? await restoreSettled(services, tx, plan, restoration)
    : await restoreUnsettled(services, tx, plan, restoration)
}

/** Conversions that were cancelled while they were owed are owed again, and paid as escrow allows. */
export async function oweAgain(
  tx: Transaction,
  { plan_id, conversion_ids }: { plan_id: string; conversion_ids: readonly string[] },
): Promise<void> {
  const plan = (await lockPlans(tx, [plan_id])).get(plan_id)
  if (!plan) return
  await setOwedAgain(tx, conversion_ids)
  await askToPayOwed(tx, [plan.advertiser_id])
}

async function restoreUnsettled(
  services: Services,
  tx: Transaction,
  plan: Plan,
  { restoration_id, events }: Restoration,
): Promise<RestoredEvent[] | null> {
  const { unspent, spend_micros, reserved_micros } = await moneyOf(tx, plan.plan_id)
  const charged = total(events.map(({ spend }) => spend?.charge_micros ?? 0n))
  if (charged > totalOf(unspent)) return null
  const parts = partsOfCharge(plan, spend_micros, spend_micros + charged)
  if (PLAN_PARTS.some(({ part }) => parts[part] > unspent[part])) return null
  const taken = await takenMoney(tx, plan, events)
  const { escrow, reserved } = accountsOf(plan)
  const payout_micros = total(taken.conversions.map((conversion) => conversion.payout_micros))
  const short_micros = payout_micros > reserved_micros ? payout_micros - reserved_micros : 0n
  const [free_micros = 0n] = await balances(tx, [escrow])
  if (short_micros > free_micros) return null
  const zoneOf = await timeZonesOf(tx, [plan.customer_id])
  const day = calendarDay(services.clock.now(), zoneOf(plan.customer_id))
  const again = chargeAgain(taken.entries, sidesOf(plan, parts), earners(plan, taken.spend))
  const revenue = conversionsAgain(plan, taken)
  const cause = { kind: 'restoration', id: restoration_id } as const
  const spent = { cause, flow: planFlow(plan.plan_id, spendLine(day), 'ad_billing') }
  const earned = { cause, flow: planFlow(plan.plan_id, revenueLine(day), 'ad_billing') }
  const top_up: Transfer[] =
    short_micros === 0n
      ? []
      : [
          {
            id: newId(),
            kind: 'posted',
            posting: 'conversion',
            debit: escrow,
            credit: reserved,
            amount_micros: short_micros,
            cause,
          },
        ]
  await postTransfers(tx, [
    ...again.reversals.map((one): Transfer => ({ ...spent, ...one, id: newId(), kind: 'reversal' })),
    ...again.anew.map((one) => posted('spend', one, spent)),
    ...top_up,
    ...revenue.reversals.map((one): Transfer => ({ ...earned, ...one, id: newId(), kind: 'reversal' })),
    ...revenue.anew.map((one) => posted('conversion', one, earned)),
  ])
  return restoredOf(events, new Set(events.map(({ event_id }) => event_id)), again.anew)
}

function posted(
  posting: 'spend' | 'conversion',
  { source, destination, amount_micros }: Movement<Account, Account>,
  why: Pick<Transfer, 'cause' | 'flow'>,
): Transfer {
  return { ...why, id: newId(), kind: 'posted', posting, debit: source, credit: destination, amount_micros }
}

async function restoreSettled(
  services: Services,
  tx: Transaction,
  plan: Plan,
  { restoration_id, events }: Restoration,
): Promise<RestoredEvent[] | null> {
  await services.plans.sharing.lock(tx, [plan.plan_id])
  const result = (await resultsOf(tx, [plan.plan_id])).get(plan.plan_id)
  if (!result) throw new RangeError(`plan ${plan.number} has no result`)
  const charged = withinAmount(events, plan.amount_micros - totalOf(spendOf(result)))
  const paying = events.map((event) => (charged.has(event.event_id) ? event : { ...event, spend: null }))
  const taken = await takenMoney(tx, plan, paying)
  let anew: Movement<Account, Account>[] = []
  if (taken.spend.length > 0 || taken.conversions.length > 0) {
    try {
      const caused_by = { kind: 'restoration', id: restoration_id } as const
      const change = {
        cause: 'restored',
        caused_by,
        spend: [],
        reversed: [],
        added: [],
        restored: taken,
      } as const
      ;({ anew } = await correctSettlement(services, tx, plan, change))
    } catch (error) {
      if (error instanceof MoneyNotThere) return null
      throw error
    }
    const { publisher_hold_ms } = await policies.policyVersion(services, plan.policy_version)
    // Where publishers have been paid already, they get this at once.
    const due_at = new Date(result.settled_at.getTime() + publisher_hold_ms)
    await schedule(tx, { kind: RELEASE_PUBLISHERS_JOB, subject_id: plan.plan_id, due_at })
  }
  return restoredOf(events, charged, anew)
}

function spendOf(result: {
  cash_spend_micros: Micros
  discount_spend_micros: Micros
  startup_spend_micros: Micros
}) {
  return {
    cash_micros: result.cash_spend_micros,
    discount_micros: result.discount_spend_micros,
    startup_micros: result.startup_spend_micros,
  }
}

/** The events, in their order, whose charges the plan's amount still has room for. */
function withinAmount(events: readonly TakenEvent[], room_micros: Micros): Set<string> {
  let left = room_micros
  const within = new Set<string>()
  for (const { event_id, spend } of events) {
    const charge_micros = spend?.charge_micros ?? 0n
    if (charge_micros > left) continue
    left -= charge_micros
    within.add(event_id)
  }
  return within
}

/** What the events' verdicts moved, as its entries and those that gave money back say. */
async function takenMoney(
  tx: Transaction,
  plan: Plan,
  events: readonly TakenEvent[],
): Promise<RestoredMoney> {
  const { plan_id } = plan
  const ids = [...new Set(events.map(({ verdict_id }) => verdict_id))]
  const causes = { kind: 'verdict', ids } as const
  const conversions = events
    .filter(({ payout_micros }) => payout_micros > 0n)
    .map(({ event_id, payout_micros }) => ({ conversion_id: event_id, payout_micros }))
  const reverses_ids = conversions.map(({ conversion_id }) => conversion_id)
  const accounts = PLAN_PARTS.map(
    ({ code }) => ({ code, owner_id: plan.customer_id, subject_id: plan_id }) as const,
  )
  return {
    spend: events.flatMap(({ spend }) => spend ?? []),
    conversions,
    entries: await entriesLeftOf(tx, { causes, posting: 'invalid_before_settlement', plan_id }),
    returned: await entriesLeftOutOf(tx, { accounts, postings: ['unspent_returned', 'settlement'] }),
    reversals: await reversalsBy(tx, { causes, reverses_ids }),
  }
}

/** A plan's parts with what each pays. */
export function sidesOf(plan: Plan, parts: Parameters<typeof partAccounts>[1]) {
  return partAccounts(plan, parts).map(({ account, amount_micros }) => ({ key: account, amount_micros }))
}

function restoredOf(
  events: readonly TakenEvent[],
  charged: ReadonlySet<string>,
  anew: readonly Movement<Account, Account>[],
): RestoredEvent[] {
  const spend = events.map((event) => (charged.has(event.event_id) ? event.spend : null))
  const by_event = anewByEvent(spend, anew)
  return events.map(({ event_id, payout_micros }, index) => ({
    event_id,
    spend_restored_micros: spend[index]?.charge_micros ?? 0n,
    spend_anew_micros: by_event[index] ?? 0n,
    revenue_restored_micros: payout_micros,
  }))
}
