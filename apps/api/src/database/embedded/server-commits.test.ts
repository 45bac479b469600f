import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileFolder } from '../../testing/servers/test-folder.ts'
import { connect, createPool, onConnection } from '../connection.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { locate } from './location.ts'
import { ServerCommits } from './server-commits.ts'

const data_dir = fileFolder()
const server = await startEmbeddedPostgres({
  data_dir,
  superuser_password: 'word',
  durable: true,
  onEvent: () => {},
})
afterAll(() => server.stop({ end: true }))
const commits = new ServerCommits(server.superuser)
const left = createPool({ ...server.superuser, commits: 'as_the_server_says' }, { max: 1, scope: 'unset' })
const usual = createPool(server.superuser, { max: 1, scope: 'unset' })
afterAll(() => Promise.all([left.end(), usual.end()]))
await left.query('create table public.done (name text)')

/** Kills the server without warning, as a power cut would, and waits until it answers again. */
async function crash(): Promise<void> {
  const [pid = ''] = readFileSync(join(locate(data_dir).cluster, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(() => names().catch(() => null)).not.toBeNull()
}

async function names(): Promise<string[]> {
  const read = (text: string) => onConnection(connect(server.superuser), (client) => client.query(text))
  const { rows } = await read('select name from public.done order by name')
  return rows.map(({ name }) => name)
}

const commit = (name: string) => left.query('insert into public.done values ($1)', [name])
const waits = async (pool: typeof left) =>
  (await pool.query('show synchronous_commit')).rows[0]?.synchronous_commit

test('commits that lag are lost in a crash but for what was flushed; those that wait again, and of other sessions, are kept [proof 821]', async () => {
  // Nobody writes by itself what was committed but for `flush`.
  await left.query("alter system set wal_writer_delay = '10s'")
  await commits.lag()
  expect(await Promise.all([waits(left), waits(usual)])).toEqual(['off', 'on'])
  await commit('1 flushed')
  await commits.flush()
  await commit('2 lagging')
  await crash()
  expect(await names()).toEqual(['1 flushed'])

  expect(await waits(left).catch(() => waits(left))).toBe('off')
  await commits.waitAgain().catch(() => commits.waitAgain())
  expect(await waits(left)).toBe('on')
  await commit('3 waited for')
  await crash()
  expect(await names()).toEqual(['1 flushed', '3 waited for'])
})
