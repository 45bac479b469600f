import type { Database } from '../../database/database.ts'

const READ_OFFSET = {
  name: 'identity_clock_offset',
  text: 'select offset_ms::float8 as offset_ms from platform.clock_offset',
}

/** How far the sandbox's clock was advanced; 0 in live. */
export async function readClockOffset(database: Database): Promise<number> {
  const [row] = await database.query<{ offset_ms: number }>(READ_OFFSET, [])
  return row?.offset_ms ?? 0
}
