import { Socket } from 'node:net'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FaultProxy } from '../testing/servers/fault-proxy.ts'
import { testDatabase } from '../testing/servers/test-database.ts'
import { connect } from './connection.ts'
import { Listener } from './listener.ts'

/** Long names, so that a new connection sends mostly LISTEN statements. */
const CHANNELS = Array.from({ length: 8 }, (_, index) => `channel_${index}_${'x'.repeat(50)}`)
/** Bytes sent before a connection breaks: during start, sign-in, and between and within its LISTENs. */
const BREAKS_AT = [1, 90, 180, 270, 360, 450, 540, 630, 720, 810, 900]

let proxy: FaultProxy
let listener: Listener
let heard: string[]
let reconnected: number

const db = await testDatabase()
afterAll(() => db.close())
beforeEach(async () => {
  const { host, port } = db.program
  proxy = await FaultProxy.before(host.startsWith('/') ? `${host}/.s.PGSQL.${port}` : port)
  listener = new Listener({ ...db.program, host: '127.0.0.1', port: proxy.port })
  heard = []
  reconnected = 0
  for (const [index, channel] of CHANNELS.entries()) {
    await listener.listen(
      channel,
      (payload) => heard.push(`${index} ${payload}`),
      () => (reconnected += 1),
    )
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  await listener.close()
  await proxy.close()
})

async function tell(payload: string): Promise<void> {
  for (const channel of CHANNELS) await db.asOwner('select pg_notify($1, $2)', [channel, payload])
}

function listening(): Promise<{ pid: number }[]> {
  return db.asProgram<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and query like 'listen %'",
  )
}

/** Loses the connection, and the next one after this many bytes. */
async function loseTwice(bytes: number): Promise<void> {
  const before = reconnected
  const budgets = [{ up: bytes, down: Number.POSITIVE_INFINITY }]
  proxy.limit(() => budgets.shift() ?? { up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY })
  proxy.cut()
  await expect.poll(() => reconnected).toBe(before + CHANNELS.length)
}

test('a connection lost as it is opened again leaves one connection, and each notice is heard once', async () => {
  const cuts = proxy.cuts
  for (const [round, bytes] of BREAKS_AT.entries()) {
    await loseTwice(bytes)
    heard.length = 0
    await tell(`round ${round}`)
    await expect.poll(() => heard.length).toBeGreaterThanOrEqual(CHANNELS.length)
    expect(heard).toEqual(CHANNELS.map((_, index) => `${index} round ${round}`))
    expect(proxy.connections).toBe(1)
  }
  expect(proxy.cuts - cuts).toBe(2 * BREAKS_AT.length)
  await expect.poll(listening).toHaveLength(1)
})

test('a notice that cannot be read is taken as one that was missed; the others are heard, and the process goes on [proof 674]', async () => {
  let missed = 0
  const heard_before: string[] = []
  await listener.listen(
    'odd_notices',
    (payload) => heard_before.push(JSON.parse(payload)),
    () => (missed += 1),
  )
  for (const payload of ['', '{', '"plain"'])
    await db.asProgram('select pg_notify($1, $2)', ['odd_notices', payload])
  await expect.poll(() => heard_before).toEqual(['plain'])
  expect(missed).toBe(2)
  await tell('after')
  await expect.poll(() => heard).toHaveLength(CHANNELS.length)
})

test('a server that ends the connection is listened to again', async () => {
  await expect.poll(listening).toHaveLength(1)
  const [before] = await listening()
  await db.asProgram('select pg_terminate_backend($1)', [before?.pid])
  await expect.poll(() => reconnected).toBe(CHANNELS.length)
  await tell('again')
  await expect.poll(() => heard.length).toBe(CHANNELS.length)
  expect(proxy.connections).toBe(1)
})

test('after close nothing is heard and no connection is left, though it was being opened again', async () => {
  await loseTwice(450)
  await listener.close()
  await tell('too late')
  await expect.poll(() => proxy.connections).toBe(0)
  await expect.poll(listening).toHaveLength(0)
  expect(heard).toEqual([])
})

test('close ends one that is being opened', async () => {
  proxy.cut()
  await expect.poll(() => proxy.connections).toBe(1)
  await listener.close()
  await expect.poll(() => proxy.connections).toBe(0)
  await expect.poll(listening).toHaveLength(0)
})

test('close ends one that waits to try again', async () => {
  const { cuts } = proxy
  proxy.limit(() => ({ up: 1, down: 0 }))
  proxy.cut()
  await expect.poll(() => proxy.cuts).toBeGreaterThan(cuts + 1)
  const closed = listener.close()
  proxy.limit(() => ({ up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY }))
  await closed
  await expect.poll(() => proxy.connections).toBe(0)
  await expect.poll(listening).toHaveLength(0)
  expect(reconnected).toBe(0)
})

test('a host that vanishes is asked after', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  const client = await connect({ ...db.program, host: '127.0.0.1', port: proxy.port })
  await client.end()
  expect(keepAlive).toHaveBeenCalledWith(true, 10_000)
})
