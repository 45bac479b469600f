import type { PostbackRefusal, PostbackWay } from '@adtally/contract/partner/conversions.ts'
import * as z from 'zod/mini'
import { isId } from '../../../database/identifiers.ts'
import type { Services } from '../../services.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { type Click, readClicks } from './click.repository.ts'
import type { EventRow } from './event.repository.ts'
import { eventIds } from './event-ids.ts'
import { isPostbackSignature, POSTBACK_CLOCK_SKEW_MS } from './postback-signature.ts'

/** Reports in one request. */
export const POSTBACKS_MAX = 100

const members = {
  advertiser_id: z.string().check(z.refine(isId)),
  click_id: z.string().check(z.refine(isId)),
  goal: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
}

/** An advertiser's report. An amount is none of its members: what a conversion pays was agreed with the product. */
export const postback = z.strictObject({
  ...members,
  /** Milliseconds since 1970 on the platform's clock, which refusals include. */
  timestamp: z.int(),
})
export type SignedPostback = z.infer<typeof postback>

/** The same in an address. */
export const postbackQuery = z.strictObject({
  ...members,
  timestamp: z.pipe(z.string().check(z.regex(/^\d{1,15}$/)), z.transform(Number)),
})

/** Several at once. */
export const postbacks = z.strictObject({
  conversions: z.array(postback).check(z.minLength(1), z.maxLength(POSTBACKS_MAX)),
})

/** What became of one report. */
export type PostbackOutcome = { conversion_id: string } | PostbackRefusal

/**
 * Takes advertisers' signed reports of conversions: each once per click and goal, of a goal that the product names, within
 * the window, from the clicked product's advertiser. All that are taken are durable when it returns; each has an outcome,
 * by position. Credited, or counted, within half a second. Rejects if that is unknown, so that the sender tries again.
 */
export async function reportConversions(
  services: Services,
  node: DeliveryNode,
  reports: readonly SignedPostback[],
  way: PostbackWay,
): Promise<PostbackOutcome[]> {
  const judged = await judgePostbacks(services, node, reports, way)
  const outcomes = await Promise.all(judged.map((one) => (typeof one === 'string' ? one : take(node, one))))
  for (const outcome of outcomes) if (typeof outcome === 'string') node.counters.refused(outcome)
  return outcomes
}

async function take(node: DeliveryNode, row: NewConversionRow): Promise<PostbackOutcome> {
  const outcome = await node.ingest.add(row.event, '')
  return outcome === 'accepted' ? { conversion_id: row.conversion_id } : 'duplicate'
}

interface NewConversionRow {
  conversion_id: string
  event: EventRow
}

/** The event that each report would become, or why it becomes none; records and counts nothing. */
export async function judgePostbacks(
  services: Services,
  node: DeliveryNode,
  reports: readonly SignedPostback[],
  way: PostbackWay,
): Promise<(NewConversionRow | PostbackRefusal)[]> {
  const now_ms = services.clock.now_ms()
  const unsigned = reports.map((report) =>
    refusalOfSender(node.secrets.get(report.advertiser_id), report, way, now_ms),
  )
  const click_ids = reports.flatMap(({ click_id }, index) => (unsigned[index] === null ? [click_id] : []))
  const clicks =
    click_ids.length === 0
      ? new Map<string, Click>()
      : await services.database.transaction({ kind: 'system' }, (tx) => readClicks(tx, click_ids))
  return reports.map((report, index) => {
    const click = clicks.get(report.click_id.toLowerCase())
    const refusal = unsigned[index] ?? refusalOfClick(click, report, now_ms)
    return refusal !== null || !click ? (refusal ?? 'click_unknown') : rowOf(node, report, click, now_ms)
  })
}

/** What is wrong by the report alone; null: nothing. */
export function refusalOfSender(
  secret: string | undefined,
  report: SignedPostback,
  way: PostbackWay,
  now_ms: number,
): PostbackRefusal | null {
  if (secret === undefined || !isPostbackSignature(secret, report, report.signature, way))
    return 'postback_forged'
  return Math.abs(now_ms - report.timestamp) > POSTBACK_CLOCK_SKEW_MS ? 'postback_stale' : null
}

/** What is wrong by the click that a signed report names; null: nothing. */
export function refusalOfClick(
  click: Click | undefined,
  { advertiser_id, goal }: Pick<SignedPostback, 'advertiser_id' | 'goal'>,
  now_ms: number,
): PostbackRefusal | null {
  if (!click) return 'click_unknown'
  if (click.advertiser_id !== advertiser_id) return 'click_of_other_advertiser'
  if (!click.goals.includes(goal)) return 'goal_unknown'
  return now_ms >= windowEndsMs(click) ? 'window_over' : null
}

function windowEndsMs({ occurred_at, conversion_window_ms }: Click): number {
  return occurred_at.getTime() + Number(conversion_window_ms)
}

function rowOf(node: DeliveryNode, { goal }: SignedPostback, click: Click, now_ms: number): NewConversionRow {
  const conversion_id = node.ids.next(now_ms)
  const row = conversionRow(conversion_id, click, goal, now_ms, windowEndsMs(click))
  const judgement = {
    rule: click.is_invalid ? 'impossible_sequence' : null,
    rule_version: click.is_invalid ? node.rules.at(now_ms).impossible_sequence.version : null,
  }
  return { conversion_id, event: { ...row, ...judgement } }
}

function conversionRow(
  event_id: string,
  click: Click,
  goal: string,
  now_ms: number,
  taken_until_ms: number,
): Omit<EventRow, 'rule' | 'rule_version'> {
  return {
    ids: eventIds({ ...click, event_id }),
    kind: 'conversion',
    goal,
    occurred_ms: now_ms,
    taken_until_ms,
    charge_micros: 0n,
    fee_micros: 0n,
    payout_micros: goal === click.paid_goal ? click.payout_micros : 0n,
    device: click.device,
    address: click.address,
    agent: click.agent,
  }
}
