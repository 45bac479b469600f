import { connect as connectTo, createServer as listen, type Server, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { PostgresDatabase } from '../../database/postgres-database.ts'
import { portOf } from '../../lib/addresses/port-of.ts'
import { createServer } from '../../server/create-server.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { verifyLedger } from '../ledger/index.ts'
import { DeliveryNode } from './delivery-node.ts'
import { settleBooks, verifyStatistics } from './index.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const OUTAGE_MS = 30_000
const CHARGE_MICROS = 2_000n

const t = await testProgram()
const market = await buildMarket(t.services, t.modules)
const { customer_id } = await market.customerWith('400.00')

/** The line to the database, which can be cut. */
class Line {
  readonly #sockets = new Set<Socket>()
  #is_cut = false
  readonly #server: Server

  constructor({ host, port }: { host: string; port: number }) {
    this.#server = listen((near) => {
      if (this.#is_cut) {
        near.destroy()
        return
      }
      const far = host.startsWith('/') ? connectTo(`${host}/.s.PGSQL.${port}`) : connectTo(port, host)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        socket
          .on('error', () => {})
          .on('close', () => {
            near.destroy()
            far.destroy()
          })
      }
      near.pipe(far).pipe(near)
    })
  }

  async port(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return portOf(this.#server)
  }

  cut(): void {
    this.#is_cut = true
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  mend(): void {
    this.#is_cut = false
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}

const line = new Line(t.db.program)
const database = new PostgresDatabase({ ...t.db.program, host: '127.0.0.1', port: await line.port() })
const node = new DeliveryNode({ ...t.services, database })
node.lease_wait_ms = 20_000
await market.place(customer_id, 100_000_000n, market.product_id, 1)
await node.refresh()
const server = await createServer({ ...t.services, delivery: node }, t.modules)
afterAll(async () => {
  await server.close()
  await database.close()
  line.close()
  await t.close()
})

let asked = 0
async function ask(): Promise<{ fill: boolean; token: string }> {
  asked += 1
  const url = `/delivery/v1/decision?placement=${market.placement_key}&device=device-of-an-outage-${asked}`
  return (await server.inject({ url, headers: { origin: market.origin, 'user-agent': PHONE } })).json()
}

async function report(token: string): Promise<{ status: number; said: string }> {
  const reply = await server.inject({
    method: 'POST',
    url: '/delivery/v1/event',
    headers: { origin: market.origin, 'user-agent': PHONE },
    payload: { token, kind: 'impression' },
  })
  const { accepted, refused } = reply.json()
  return { status: reply.statusCode, said: refused?.[0]?.reason ?? String(accepted) }
}

async function onDisk(): Promise<{ events: number; charged: bigint }> {
  const [row] = await t.db.asOwner<{ events: number; charged: bigint }>(
    'select count(*)::int as events, coalesce(sum(charge_micros), 0)::bigint as charged from delivery.events where rule is null',
  )
  return row ?? { events: 0, charged: 0n }
}

test('30 s without a database: nothing is acknowledged that is not kept, what is sent again counts once, and the books are right [proof 1126]', async () => {
  const before = [await ask(), await ask(), await ask()]
  expect(before.map(({ fill }) => fill)).toEqual([true, true, true])
  expect((await report(before[0]?.token ?? '')).said).toBe('1')
  line.cut()
  const waiting = before.slice(1)
  for (const { token } of waiting) expect((await report(token)).status).toBe(503)
  // On leases that it has, a node goes on deciding.
  const meanwhile = await ask()
  expect(meanwhile.fill).toBe(true)
  await t.advance(OUTAGE_MS)
  waiting.push(meanwhile, ...[await ask()].filter(({ fill }) => fill))
  for (const { token } of waiting) expect((await report(token)).status).toBe(503)
  expect(await onDisk(), 'nothing but what came before').toEqual({ events: 1, charged: CHARGE_MICROS })
  line.mend()
  for (const { token } of waiting)
    await expect.poll(async () => (await report(token)).said).toMatch(/^(1|duplicate)$/)
  for (const { token } of [...before, ...waiting]) expect((await report(token)).said).toBe('duplicate')
  await settleBooks(t.services)
  const reported = before.length + waiting.length - 2
  expect(await onDisk()).toEqual({ events: reported, charged: CHARGE_MICROS * BigInt(reported) })
  await t.system(async (tx) => {
    expect(await verifyStatistics(tx)).toEqual([])
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})

test('negative control: what is acknowledged before it is kept is lost', async () => {
  const { token } = await ask()
  const { add } = node.ingest
  const { events } = await onDisk()
  line.cut()
  node.ingest.add = (...given) => {
    add.apply(node.ingest, given).catch(() => {})
    return Promise.resolve('accepted')
  }
  try {
    expect((await report(token)).said).toBe('1')
    await t.advance(OUTAGE_MS)
  } finally {
    node.ingest.add = add
    line.mend()
  }
  expect((await onDisk()).events).toBe(events)
  // It was not kept.
  await expect.poll(async () => (await report(token)).said).toBe('1')
})
