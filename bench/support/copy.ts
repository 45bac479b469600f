import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Connection, connect } from '../../apps/api/src/database/connection.ts'
import type { BenchContext } from './context.ts'

const ROWS = 20_000
const LINES = `
  select concat_ws(e'\\t', uuidv7(), uuidv7(), 'impression', '', uuidv7(), uuidv7(), uuidv7(), uuidv7(), 1, 1,
    clock_timestamp(), 1, 0, 0, row, row, 1, '\\N', '\\N', true) as line
  from generate_series(1, $1::int) as row`

/** Rows per second of a durable COPY from a file of the server into a table like the events'. */
export async function copyYardstick(
  context: BenchContext,
  superuser: Connection,
  owner: Connection,
): Promise<() => Promise<number>> {
  const client = await connect({ ...superuser, database: owner.database })
  context.onEnd(() => client.end())
  const { rows } = await client.query<{ line: string }>(LINES, [ROWS])
  const file = join(context.scratch, 'events.copy')
  writeFileSync(file, rows.map(({ line }) => `${line}\n`).join(''), { mode: 0o644 })
  await client.query('create table public.copied (like delivery.events including all)')
  return async () => {
    let copied_ms = 0
    let copied = 0
    while (copied_ms < context.round_ms) {
      const from = performance.now()
      await client.query(`copy public.copied from '${file}'`)
      copied_ms += performance.now() - from
      copied += ROWS
      await client.query('truncate public.copied')
    }
    return (copied * 1_000) / copied_ms
  }
}
