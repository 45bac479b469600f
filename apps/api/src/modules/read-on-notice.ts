import type { Database } from '../database/database.ts'

/**
 * Reads now, and again whenever a notice on `channel` says that there is more: one reading after another, so that an older
 * one never takes the place of a newer. It listens before the first read, so that no notice is missed. Throws what the first
 * reading throws; a later one that fails leaves what is known, and `fail` says so.
 */
export async function readOnNotice(
  { database }: { database: Pick<Database, 'listen'> },
  channel: string,
  read: () => Promise<void>,
  fail: (error: unknown) => void,
): Promise<void> {
  let last = Promise.resolve()
  const again = () => {
    last = last.then(read).catch(fail)
  }
  await database.listen(channel, again, again)
  const first = last.then(read)
  last = first.catch(() => {})
  await first
}
