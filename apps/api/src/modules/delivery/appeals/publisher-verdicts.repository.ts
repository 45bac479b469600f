import type { EventKind, VerdictAppealDecision } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { isId } from '../../../database/identifiers.ts'
import { isTimestamp } from '../../../database/time/timestamps.ts'
import type { Place, Placed } from '../../staff-list.ts'

/** What one rule took back together of what a publisher showed, and the publisher's appeal, if there is one. */
export interface PublisherVerdict {
  verdict_id: string
  rule: string
  rule_version: number
  description: string | null
  decided_at: Date
  events: bigint
  taken_back_micros: Micros
  filed_at: Date | null
  grounds: string | null
  decision: VerdictAppealDecision | null
  answer: string | null
  appeal_decided_at: Date | null
}

/** Where in the list a verdict stands: when it was found, its id, its rule. */
export const VERDICT_PLACE = [isTimestamp, isId, (rule: string) => /^[a-z_]{1,40}$/.test(rule)] as const

/** A publisher's verdicts, the newest first, after one of them if told. */
export async function publisherVerdicts(
  tx: Transaction,
  publisher_id: string,
  after: Place<typeof VERDICT_PLACE> | null,
  rows_max: number,
): Promise<Placed<PublisherVerdict, typeof VERDICT_PLACE>[]> {
  const { rows } = await sql<PublisherVerdict & { decided_text: string }>`
    select
      found.verdict_id, found.rule, found.rule_version, rules.description, found.decided_at, found.events,
      found.taken_back_micros, appeals.filed_at, appeals.grounds, appeals.decision, appeals.answer,
      appeals.decided_at as appeal_decided_at, found.decided_at::text as decided_text
    from delivery.publisher_verdicts as found
    left join delivery.rules on rules.rule = found.rule and rules.version = found.rule_version
    left join delivery.appeals on appeals.verdict_id = found.verdict_id and appeals.rule = found.rule
      and appeals.publisher_id = found.publisher_id
    where found.publisher_id = ${publisher_id} ${
      after
        ? sql`and (found.decided_at, found.verdict_id, found.rule)
          < (${after[0]}::timestamptz, ${after[1]}::uuid, ${after[2]}::text)`
        : sql``
    }
    order by found.decided_at desc, found.verdict_id desc, found.rule desc limit ${rows_max}`.execute(tx)
  return rows.map(({ decided_text, ...row }) => ({
    row,
    place: [decided_text, row.verdict_id, row.rule] as const,
  }))
}

/** When a rule took something back of this publisher's together, by which version, and how much; null: it did not. */
export async function publisherVerdict(
  tx: Transaction,
  { publisher_id, verdict_id, rule }: { publisher_id: string; verdict_id: string; rule: string },
): Promise<{ decided_at: Date; rule_version: number; moved: boolean } | null> {
  const { rows } = await sql<{ decided_at: Date; rule_version: number; moved: boolean }>`
    select decided_at, rule_version, not delivery.moves_nothing(rule) as moved from delivery.publisher_verdicts
    where publisher_id = ${publisher_id} and verdict_id = ${verdict_id} and rule = ${rule}`.execute(tx)
  return rows[0] ?? null
}

/** An event of a publisher's that a rule took back. */
export interface VerdictEvent {
  event_id: string
  kind: EventKind
  placement_id: string
  occurred_at: Date
  taken_back_micros: Micros
  restored: boolean
}

/** What a rule took back together of what a publisher showed, in the events' order, after one of them if told. */
export async function verdictEvents(
  tx: Transaction,
  { publisher_id, verdict_id, rule }: { publisher_id: string; verdict_id: string; rule: string },
  after: string | undefined,
  rows_max: number,
): Promise<VerdictEvent[]> {
  const { rows } = await sql<VerdictEvent>`
    select
      event_id, kind, placement_id, occurred_at,
      case when spend_returned_micros > 0 then charge_micros - fee_micros else 0 end as taken_back_micros,
      exists (select from delivery.restorations where restorations.event_id = verdicts.event_id) as restored
    from delivery.verdicts
    join (
      select event_id, kind, placement_id, publisher_id, occurred_at, charge_micros, fee_micros from delivery.events
    ) as events using (event_id)
    where verdict_id = ${verdict_id} and verdicts.rule = ${rule} and publisher_id = ${publisher_id}
      ${after === undefined ? sql`` : sql`and verdicts.event_id > ${after}::uuid`}
    order by verdicts.event_id limit ${rows_max}`.execute(tx)
  return rows
}

/** Whether all that a publisher's granted appeal is about has been put back. */
export async function isPutBack(
  tx: Transaction,
  { publisher_id, verdict_id, rule }: { publisher_id: string; verdict_id: string; rule: string },
): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`
    select exists (
      select from delivery.appealable_events(${verdict_id}::uuid, ${rule}, null, ${publisher_id}::uuid) as about
      join delivery.verdicts using (event_id)
      where not exists (select from delivery.restorations where restorations.event_id = about.event_id)
    ) as waits`.execute(tx)
  return rows[0]?.waits === false
}
