import * as z from 'zod/mini'
import { isId } from '../../../database/identifiers.ts'
import type { Services } from '../../services.ts'
import type { DeliveryNode } from '../delivery-node.ts'
import { type Click, readClick } from './click.repository.ts'
import type { EventRow } from './event.repository.ts'
import { eventIds } from './event-ids.ts'
import { isPostbackSignature, POSTBACK_CLOCK_SKEW_MS } from './postback-signature.ts'

/** An advertiser's report. */
export const postback = z.strictObject({
  advertiser_id: z.string().check(z.refine(isId)),
  click_id: z.string().check(z.refine(isId)),
  goal: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,40}$/)),
  /** Milliseconds since 1970 on the platform's clock, which refusals include. */
  timestamp: z.int(),
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

export type PostbackRefusal =
  | 'postback_forged'
  | 'postback_stale'
  | 'click_unknown'
  | 'click_of_other_advertiser'
  | 'window_over'
  | 'duplicate'

/**
 * Takes an advertiser's signed report of a conversion: once per click and goal, within the window, from the clicked
 * product's advertiser. Durable when it returns; credited within half a second.
 */
export async function reportConversion(
  services: Services,
  node: DeliveryNode,
  report: z.infer<typeof postback>,
): Promise<{ conversion_id: string } | PostbackRefusal> {
  const refuse = (reason: PostbackRefusal) => {
    node.counters.refused(reason)
    return reason
  }
  const secret = node.secrets.get(report.advertiser_id)
  if (secret === undefined || !isPostbackSignature(secret, report, report.signature))
    return refuse('postback_forged')
  const now_ms = services.clock.now_ms()
  if (Math.abs(now_ms - report.timestamp) > POSTBACK_CLOCK_SKEW_MS) return refuse('postback_stale')
  const click = await services.database.transaction({ kind: 'system' }, (tx) =>
    readClick(tx, report.click_id),
  )
  if (!click) return refuse('click_unknown')
  if (click.advertiser_id !== report.advertiser_id) return refuse('click_of_other_advertiser')
  const window_ends_ms = click.occurred_at.getTime() + Number(click.conversion_window_ms)
  if (now_ms >= window_ends_ms) return refuse('window_over')
  const conversion_id = node.ids.next(now_ms)
  if (!node.rules.is_read) await node.rules.read()
  const row = {
    ...conversionRow(conversion_id, click, report.goal, now_ms, window_ends_ms),
    rule: click.is_invalid ? 'impossible_sequence' : null,
    rule_version: click.is_invalid ? node.rules.at(now_ms).impossible_sequence.version : null,
  }
  const outcome = await node.ingest.add(row, '')
  return outcome === 'accepted' ? { conversion_id } : refuse('duplicate')
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
    payout_micros: click.payout_micros,
    device: click.device,
    address: click.address,
    agent: click.agent,
  }
}
