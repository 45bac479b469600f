import { randomBytes } from 'node:crypto'
import { feedback } from '@adtally/contract/service/feedback.ts'
import { guestSend } from '@adtally/contract/service/guest.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'

const p = await testProgram()
afterAll(() => p.close())
const market = await buildMarket(p.services, p.modules)
const customers = [
  await buildCustomer(p.services),
  await buildCustomer(p.services),
  await buildCustomer(p.services),
]

/** The value of `key` in all rows, reading one row per page. */
async function listed(verb: string, key: string, flags: Record<string, string> = {}) {
  return (await market.office.list(verb, { ...flags, limit: '1' })).map((row) => row[key])
}

test('chats wait in the order of their oldest unread message, a page after another, and are read in whole', async () => {
  const say = (of: BuiltCustomer | undefined, text: string) =>
    p.call(chatSend, { request_id: newId(), text }, { token: String(of?.token) })
  const [one, two, three] = customers
  for (const of of [two, one, three, two]) await say(of, 'hello')
  const ids = [two, one, three].map((of) => of?.customer_id)
  expect(await listed('list-chats', 'customer_id')).toEqual(ids)
  // An answered customer waits no more; writing again puts them at the end.
  await market.office.run('answer-chat', { customer: String(two?.username), text: 'good day' })
  await say(two, 'thank you')
  expect(await listed('list-chats', 'customer_id')).toEqual([...ids.slice(1), two?.customer_id])
  expect(await listed('show-chat', 'text', { customer: String(two?.username) })).toEqual([
    ...['thank you', 'good day', 'hello', 'hello'],
  ])
})

test('visitors wait in the order of their oldest unread message, and are read in whole', async () => {
  const keys = [1, 2, 3].map(() => randomBytes(32).toString('base64url'))
  // A separate address, because each process limits threads per address.
  const say = async (key: string | undefined, text: string) => {
    const input = { guest_key: String(key), request_id: newId(), text }
    expect((await p.call(guestSend, input, { address: '203.0.113.61' })).code).toBe(200)
  }
  for (const [index, key] of keys.entries()) await say(key, `from ${index}`)
  await say(keys[0], 'again')
  const guests = await listed('list-guests', 'guest')
  expect(guests).toHaveLength(3)
  const shown = await Promise.all(
    guests.map((guest) => listed('show-guest', 'text', { guest: String(guest) })),
  )
  expect(shown).toEqual([['again', 'from 0'], ['from 1'], ['from 2']])
})

test('feedback waits oldest first, and a customer’s own is listed newest first', async () => {
  const given: string[] = []
  for (const { token } of [...customers, ...customers]) {
    const words = { subject: 'The chart', content: 'It is hard to read.' }
    given.push((await p.call(feedback, { request_id: newId(), ...words }, { token })).data.feedback_id)
  }
  expect(await listed('list-feedback', 'feedback_id')).toEqual(given)
  const own = await listed('list-feedback', 'feedback_id', { customer: String(customers[0]?.username) })
  expect(own).toEqual([given[3], given[0]])
})
