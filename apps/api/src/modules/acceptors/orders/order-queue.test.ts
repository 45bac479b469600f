import { afterAll, expect, test } from 'vitest'
import { ExchangeWorld, MINUTE_MS } from '../testing/exchange-world.ts'

const world = await ExchangeWorld.open()
afterAll(() => world.close())
const acceptor_id = await world.acceptor('1000.00', '900.00')
const buyers = [
  await world.buyer('300.00'),
  await world.buyer('300.00'),
  await world.buyer('300.00'),
] as const

const list = (flags: Record<string, string | boolean>) =>
  world.market.office.list('list-exchange-orders', flags)
const ids = (rows: readonly { order_id?: unknown }[]) => rows.map(({ order_id }) => order_id)

test('exchange orders stand by when they leave their state by themselves, whatever their state, and ended ones apart [proof 263]', async () => {
  const [one, two, three] = buyers
  const disputed = await world.paid(one, acceptor_id)
  await world.dispute(one, disputed)
  const paid = await world.paid(one, acceptor_id)
  const escrowed = await world.escrowed(two, acceptor_id)
  await world.program.advance(MINUTE_MS)
  const escrowed_later = await world.escrowed(two, acceptor_id)
  const offered = await world.offered(three, acceptor_id)
  const completed = await world.paid(three, acceptor_id)
  await world.complete(three, completed)

  const waiting = await list({ limit: '1' })
  expect(ids(waiting)).toEqual([offered, escrowed, escrowed_later, paid, disputed])
  // SQL sorts by the deadlines that the table of states gives.
  const deadlines = waiting.map(({ deadline }) => new Date(String(deadline)).getTime())
  expect(deadlines).toEqual(deadlines.toSorted((one, other) => one - other))
  expect(ids(await list({ limit: '1', status: 'escrowed' }))).toEqual([escrowed, escrowed_later])
  expect(ids(await list({ status: 'completed' }))).toEqual([completed])
  expect(ids(await list({ all: true, limit: '2' }))).toEqual([
    ...[completed, offered, escrowed_later, escrowed, paid, disputed],
  ])
})
