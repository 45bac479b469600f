import type { RuleName } from '@adtally/contract/operator/market/delivery-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { placements } from '../../marketplace/index.ts'
import { idFloor } from '../events/binary-id.ts'
import type {} from '../tables.ts'
import { isBeyond, outlyingPlacements, type PlacementRate, type Rate } from './outliers.ts'
import { counting, type Stretch, within } from './suspects.repository.ts'
import type { OutlierParameters, RulesInForce, VisitorOutlierParameters } from './traffic-rules.ts'

/** Rules that look at a window as a whole, in the order in which they are asked where theirs end together. */
export const WINDOW_RULES = ['visitor_outlier', 'click_outlier', 'conversion_outlier'] as const
export type WindowRule = (typeof WINDOW_RULES)[number]

const PPM = 1_000_000

/**
 * The events that make placements or visitors outliers in a window, as a query for their ids; null where there are none.
 * `replayed`: as if this rule had found nothing yet.
 */
export async function outlyingIn(
  tx: Transaction,
  rule: WindowRule,
  window: Stretch,
  { rules, replayed = null }: { rules: RulesInForce; replayed?: RuleName | null },
): Promise<RawBuilder<unknown> | null> {
  if (rule === 'visitor_outlier') return await visitorsIn(tx, window, rules[rule].parameters, replayed)
  const { parameters } = rules[rule]
  const found = outlyingPlacements(await readRates(tx, rule, window, { parameters, replayed }), parameters)
  if (found.length === 0) return null
  const ids = found.map(({ placement_id }) => placement_id)
  if (rule === 'conversion_outlier') return conversionsOn(ids, window, replayed)
  const whole_from = rules.click_outlier.parameters.whole_from_ppm / PPM
  const unread = found.filter(({ tries, hits }) => hits / tries >= whole_from)
  return sql`
    select event_id from delivery.events
    where ${within(window)} and ${counting(replayed)} and (kind = 'click' and placement_id = any(${ids})
      or kind = 'impression' and placement_id = any(${unread.map(({ placement_id }) => placement_id)}))`
}

/**
 * The clicks of a window by devices and from addresses that click more of what they are shown than people do, and of a device
 * that keeps an id its impressions. A device's evidence is its day's, an address's the window's without devices found by
 * themselves. Whether another rule found some of it later makes no difference to what they did.
 */
async function visitorsIn(
  tx: Transaction,
  window: Stretch,
  { past_ms, clicks_min, rate_max_ppm, odds_exponent }: VisitorOutlierParameters,
  replayed: RuleName | null,
): Promise<RawBuilder<unknown> | null> {
  const since = new Date(window.from.getTime() - past_ms)
  const counts = sql`count(*) filter (where kind = 'impression') as tries, count(*) filter (where kind = 'click') as hits`
  const has_enough = sql`having count(*) filter (where kind = 'click') >= ${clicks_min}`
  const is_told = sql`kind in ('impression', 'click') and rule is null`
  const clicked_now = sql`kind = 'click' and ${within(window)}`
  const { rows: devices } = await sql<Counted & { device: bigint }>`
    select device, ${counts} from delivery.events
    where ${within({ from: since, until: window.until })} and ${is_told}
    group by device ${has_enough} and bool_or(${clicked_now})`.execute(tx)
  const isOutlying = (counted: Counted) => isBeyond(rateOf(counted), rate_max_ppm / PPM, odds_exponent)
  const found_devices = devices.filter(isOutlying).map(({ device }) => String(device))
  // A device that was found by itself speaks against no other behind its address.
  const { rows: addresses } = await sql<Counted & { address: bigint }>`
    select address, ${counts} from delivery.events
    where ${within(window)} and ${is_told} and device <> all(${found_devices}::bigint[]) and not exists (
      select from delivery.verdicts
      where verdicts.event_id = events.event_id and verdicts.rule = 'device_velocity')
    group by address ${has_enough}`.execute(tx)
  const found_addresses = addresses.filter(isOutlying).map(({ address }) => String(address))
  if (found_devices.length + found_addresses.length === 0) return null
  return sql`
    select event_id from delivery.events
    where ${within(window)} and ${counting(replayed)} and (
      kind = 'click' and (device = any(${found_devices}::bigint[]) or address = any(${found_addresses}::bigint[]))
      or kind = 'impression' and device = any(${found_devices}::bigint[]) and device & 1 = 0)`
}

/** Each placement's rate in a window, and in its past. */
async function readRates(
  tx: Transaction,
  rule: Exclude<WindowRule, 'visitor_outlier'>,
  window: Stretch,
  { parameters: { past_ms }, replayed }: { parameters: OutlierParameters; replayed: RuleName | null },
): Promise<PlacementRate[]> {
  const present = await ratesIn(tx, rule, window, replayed)
  // What the rule itself took back is what the placement had all the same: a lasting change is a fault only once.
  const before = { from: new Date(window.from.getTime() - past_ms), until: window.from }
  const past = await ratesIn(tx, rule, before, rule)
  const kinds = new Map(
    (await placements(tx)).map(({ placement_id, format, price_model, push }) => [
      placement_id,
      `${format} ${price_model} ${push}`,
    ]),
  )
  return [...new Set([...present.keys(), ...past.keys()])].map((placement_id) => ({
    placement_id,
    kind: kinds.get(placement_id) ?? '',
    ...(present.get(placement_id) ?? NOTHING),
    past: past.get(placement_id) ?? NOTHING,
  }))
}

const NOTHING: Rate = { tries: 0, hits: 0 }

interface Counted {
  tries: bigint
  hits: bigint
}

function rateOf({ tries, hits }: Counted): Rate {
  return { tries: Number(tries), hits: Number(hits) }
}

/** Each placement's impressions and clicks in a stretch, or its clicks and how many of them converted in it. */
async function ratesIn(
  tx: Transaction,
  rule: Exclude<WindowRule, 'visitor_outlier'>,
  stretch: Stretch,
  replayed: RuleName | null,
): Promise<Map<string, Rate>> {
  const query =
    rule === 'click_outlier'
      ? sql<Counted & { placement_id: string }>`
          select placement_id, count(*) filter (where kind = 'impression') as tries,
            count(*) filter (where kind = 'click') as hits
          from delivery.events where ${within(stretch)} and kind in ('impression', 'click') and ${counting(replayed)}
          group by placement_id`
      : sql<Counted & { placement_id: string }>`
          select placement_id, count(*) as tries, count(*) filter (where exists (${conversionsOf(stretch, replayed)})) as hits
          from (
            select placement_id, decision_id from delivery.events
            where ${within(stretch)} and kind = 'click' and ${counting(replayed)}
          ) as clicked
          group by placement_id`
  const { rows } = await query.execute(tx)
  return new Map(rows.map(({ placement_id, ...counted }) => [placement_id, rateOf(counted)]))
}

/** Of `clicked`. */
function conversionsOf(stretch: Stretch, replayed: RuleName | null): RawBuilder<unknown> {
  return sql`
    select from delivery.events
    where events.decision_id = clicked.decision_id and events.kind = 'conversion' and ${within(stretch)}
      and ${counting(replayed)}`
}

/** A window's conversions of clicks in it on these placements. */
function conversionsOn(
  placement_ids: readonly string[],
  window: Stretch,
  replayed: RuleName | null,
): RawBuilder<unknown> {
  return sql`
    select event_id from delivery.events
    where ${within(window)} and kind = 'conversion' and placement_id = any(${placement_ids}) and ${counting(replayed)}
      and exists (select from delivery.conversions
        where conversions.event_id = events.event_id and conversions.state in ('credited', 'owed'))
      and exists (
        select from delivery.events as clicked
        where clicked.decision_id = events.decision_id and clicked.kind = 'click' and clicked.goal = ''
          and clicked.event_id >= ${idFloor(window.from.getTime())})`
}
