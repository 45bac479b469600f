import type { EventKind } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'
import type { Database } from '../../database/database.ts'
import { idFloor } from './binary-id.ts'

/** An event as it is stored. */
export interface EventRow {
  event_id: string
  decision_id: string
  kind: EventKind
  /** Of a conversion; else empty. Letters, digits, `_` and `-` only. */
  goal: string
  plan_id: string
  placement_id: string
  publisher_id: string
  lease_id: string
  occurred_ms: number
  /** From then on it is not taken any more: its lease may be closing. */
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

/** `known`: the same kind (and goal) of the same decision is on record already, or the token has run out meanwhile. */
export type RecordOutcome = 'accepted' | 'known'

const RECORD = {
  name: 'delivery_record_events',
  text: `select delivery.record_events(
    $1, $2, $3, $4::uuid[], $5::uuid[], $6::delivery.event_kind[], $7::text[], $8::uuid[], $9::uuid[], $10::uuid[],
    $11::uuid[], $12::bigint[], $13::bigint[], $14::bigint[], $15::bigint[], $16::bigint[], $17::bigint[],
    $18::bigint[], $19::bigint[], $20::text[], $21::smallint[]) as accepted`,
}

/** Stores one batch in one statement; an outcome for each row. Rows repeated inside the batch are known. */
export async function recordEvents(
  database: Database,
  stream: { node_id: number; batch: bigint; sandbox: boolean },
  rows: readonly EventRow[],
): Promise<RecordOutcome[]> {
  const column = (read: (row: EventRow) => string | number | bigint | null) => arrayText(rows, read)
  const [result] = await database.query<{ accepted: string[] | null }>(RECORD, [
    stream.node_id,
    stream.batch,
    stream.sandbox,
    column((row) => row.event_id),
    column((row) => row.decision_id),
    column((row) => row.kind),
    column((row) => (row.goal === '' ? '""' : row.goal)),
    column((row) => row.plan_id),
    column((row) => row.placement_id),
    column((row) => row.publisher_id),
    column((row) => row.lease_id),
    column((row) => row.occurred_ms),
    column((row) => row.taken_until_ms),
    column((row) => row.charge_micros),
    column((row) => row.fee_micros),
    column((row) => row.payout_micros),
    column((row) => row.device),
    column((row) => row.address),
    column((row) => row.agent),
    column((row) => row.rule),
    column((row) => row.rule_version),
  ])
  const accepted = result?.accepted
  if (!accepted) return rows.map(() => 'accepted')
  const ids = new Set(accepted)
  return rows.map((row) => (ids.has(row.event_id) ? 'accepted' : 'known'))
}

/** An array literal of values that need no quoting: several times faster than quoting each. */
function arrayText(
  rows: readonly EventRow[],
  read: (row: EventRow) => string | number | bigint | null,
): string {
  let text = '{'
  for (const [index, row] of rows.entries()) text += `${index === 0 ? '' : ','}${read(row) ?? 'NULL'}`
  return `${text}}`
}

const REGISTER = {
  name: 'delivery_register_node',
  text: 'insert into delivery.nodes (started_at) values (platform.now()) returning node_id',
}

/** A new stream of batches. */
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

/** Keeps user agents by their hash. */
export async function recordAgents(database: Database, agents: ReadonlyMap<bigint, string>): Promise<void> {
  await database.query(AGENTS, [[...agents.keys()], [...agents.values()]])
}

const SHOWN_TODAY = {
  name: 'delivery_shown_today',
  text: `select plan_id, device, count(*)::int as times from delivery.events
    where event_id >= $1 and kind = 'impression' group by plan_id, device limit $2`,
}

/** How often each device was shown each plan since a day began: at most `rows_max` pairs. */
export async function readShownSince(
  database: Database,
  day_start_ms: number,
  rows_max: number,
): Promise<{ plan_id: string; device: bigint; times: number }[]> {
  return await database.query(SHOWN_TODAY, [idFloor(day_start_ms), rows_max])
}
