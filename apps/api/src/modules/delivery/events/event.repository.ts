import type { EventKind } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import { bigintArray, uuidBytesArray, wholeNumberArray } from '../../../database/array-parameters.ts'
import type { Database } from '../../../database/database.ts'
import { idFloor } from './binary-id.ts'
import { EVENT_AT, type EventIdName, type EventIds, eventIdOf } from './event-ids.ts'

/** An event as stored. */
export interface EventRow {
  ids: EventIds
  kind: EventKind
  /** For conversions, else empty. Letters, digits, `_` and `-` only. */
  goal: string
  occurred_ms: number
  /** It is refused after this time, since its lease may be closing. */
  taken_until_ms: number
  charge_micros: Micros
  fee_micros: Micros
  payout_micros: Micros
  device: bigint
  address: bigint
  agent: bigint
  rule: string | null
  rule_version: number | null
}

/** `known`: the decision already has an event of this kind (and goal), or the token has expired meanwhile. */
export type RecordOutcome = 'accepted' | 'known'

const RECORD = {
  name: 'delivery_record_events',
  text: `select delivery.record_events(
    $1, $2, $3, $4::uuid[], $5::uuid[], $6::delivery.event_kind[], $7::text[], $8::uuid[], $9::uuid[], $10::uuid[],
    $11::uuid[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[],
    $18::bigint[], $19::bigint[], $20::text[], $21::smallint[]) as accepted`,
}

/** Stores a batch in one statement; returns an outcome for each row. Rows repeated within the batch are known. */
export async function recordEvents(
  database: Database,
  stream: { node_id: number; batch: bigint; sandbox: boolean },
  rows: readonly EventRow[],
): Promise<RecordOutcome[]> {
  const ids = (name: EventIdName) => uuidBytesArray(rows, ({ ids }) => ids, EVENT_AT[name])
  const texts = (read: (row: EventRow) => string | number) => arrayText(rows, read)
  const times = (read: (row: EventRow) => number) => wholeNumberArray(rows, read)
  const numbers = (read: (row: EventRow) => bigint) => bigintArray(rows.map(read))
  const is_judged = rows.some(({ rule }) => rule !== null)
  const [result] = await database.query<{ accepted: string[] | null }>(RECORD, [
    stream.node_id,
    stream.batch,
    stream.sandbox,
    ids('event_id'),
    ids('decision_id'),
    texts((row) => row.kind),
    texts((row) => (row.goal === '' ? '""' : row.goal)),
    ids('plan_id'),
    ids('placement_id'),
    ids('publisher_id'),
    ids('lease_id'),
    times((row) => row.occurred_ms),
    times((row) => row.taken_until_ms),
    numbers((row) => row.charge_micros),
    numbers((row) => row.fee_micros),
    numbers((row) => row.payout_micros),
    numbers((row) => row.device),
    numbers((row) => row.address),
    numbers((row) => row.agent),
    is_judged ? texts((row) => row.rule ?? 'NULL') : null,
    is_judged ? texts((row) => row.rule_version ?? 'NULL') : null,
  ])
  const accepted = result?.accepted
  if (!accepted) return rows.map(() => 'accepted')
  const accepted_ids = new Set(accepted)
  return rows.map((row) => (accepted_ids.has(eventIdOf(row.ids, 'event_id')) ? 'accepted' : 'known'))
}

/** An array literal of values that need no quoting, several times faster than quoting them. */
function arrayText(rows: readonly EventRow[], read: (row: EventRow) => string | number): string {
  return `{${rows.map(read).join(',')}}`
}

const REGISTER = {
  name: 'delivery_register_node',
  text: 'insert into delivery.nodes (started_at) values (platform.now()) returning node_id',
}

/** Opens a new stream of batches. */
export async function registerNode(database: Database): Promise<number> {
  const [row] = await database.query<{ node_id: number }>(REGISTER, [])
  if (!row) throw new Error('a node was not registered')
  return row.node_id
}

const AGENTS = {
  name: 'delivery_record_agents',
  text: `insert into delivery.agents (agent, user_agent)
    select * from unnest($1::bigint[], $2::text[]) on conflict do nothing`,
}

/** Stores user agents by hash. */
export async function recordAgents(database: Database, agents: ReadonlyMap<bigint, string>): Promise<void> {
  await database.query(AGENTS, [[...agents.keys()], [...agents.values()]])
}

const SHOWN_TODAY = {
  name: 'delivery_shown_today',
  text: `select plan_id, product_id, advertiser_id, device, hour_ms, times
    from (
      select plan_id, device, count(*)::int as times,
        (extract(epoch from date_bin('1 hour', uuid_extract_timestamp(decision_id), timestamptz 'epoch')) * 1000)::float8
          as hour_ms
      from delivery.events where event_id >= $1 and kind = 'impression' group by plan_id, device, hour_ms limit $2
    ) as shown join delivery.budgets using (plan_id)`,
}

/** How often a device was shown a plan in an hour. */
export interface ShownInHour {
  plan_id: string
  product_id: string
  advertiser_id: string
  device: bigint
  hour_ms: number
  times: number
}

/** How often each device was shown each plan since a day began, by the hour of the decision; at most `rows_max` rows. */
export async function readShownSince(
  database: Database,
  day_start_ms: number,
  rows_max: number,
): Promise<ShownInHour[]> {
  return await database.query(SHOWN_TODAY, [idFloor(day_start_ms), rows_max])
}
