import type { Database } from '../../database/database.ts'

/** The key by which the database signs its notices; as the role `api`. */
export async function noticeKey(database: Database): Promise<Buffer> {
  const [row] = await database.query<{ key: Buffer }>(
    { name: 'statistics_notice_key', text: 'select statistics.notice_key() as key' },
    [],
  )
  if (!row) throw new Error('the database has no key for its notices of statistics')
  return row.key
}
