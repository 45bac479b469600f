import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { feedback } from '@adtally/contract/service/feedback.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { Office } from '../../demo/office.ts'
import { plant } from '../../testing/plant.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { type BuiltCustomer, buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import type { Staff } from '../module.ts'

const HOUR_MS = 3_600_000
let customer: BuiltCustomer
const p = await testProgram()
afterAll(() => p.close())
const staff = await buildStaff(p.services)
const office = new Office(p.services, p.modules, staff)
const colleague = await joinStaff(p.services, staff, { username: 'support', roles: ['support'] })

/** A customer with a chat message and feedback. */
async function written(): Promise<BuiltCustomer & { feedback_id: string }> {
  const built = await buildCustomer(p.services)
  const { token } = built
  await p.call(chatSend, { request_id: newId(), text: 'hello' }, { token })
  const words = { subject: 'The chart', content: 'It is hard to read.' }
  const { data } = await p.call(feedback, { request_id: newId(), ...words }, { token })
  return { ...built, feedback_id: data.feedback_id }
}

/** The customer's accountability feed, newest first. */
async function feedOf({ token }: BuiltCustomer): Promise<string[]> {
  const { data } = await p.call(accountabilityList, {}, { token })
  return data.items.map(({ role, action }) => `${action} by ${role}`)
}

/** Looks at each kind of the customer's data. */
async function lookAt({ username }: BuiltCustomer, who?: Staff): Promise<void> {
  for (const verb of ['show-chat', 'list-deposits', 'list-feedback'])
    await office.run(verb, { customer: username }, who)
}

const LOOKS = ['chat.viewed', 'deposits.viewed', 'feedback.viewed']
const actions = async (of: BuiltCustomer) => (await feedOf(of)).map((line) => line.split(' by ')[0])

describe('in a customer’s accountability feed', () => {
  test('stands each answer in the chat, marking read and answer to feedback, and who by role', async () => {
    const own = await written()
    await office.run('read-chat', { customer: own.username }, colleague)
    // All messages are marked read already.
    await office.run('read-chat', { customer: own.username }, colleague)
    for (const text of ['good day', 'what is it?'])
      await office.run('answer-chat', { customer: own.username, text }, colleague)
    await office.run('answer-feedback', { feedback_id: own.feedback_id, text: 'Soon.' }, colleague)
    expect(await feedOf(own)).toEqual([
      'feedback.answered by support',
      'chat.answered by support',
      'chat.answered by support',
      'chat.marked_read by support',
    ])
  })

  test('stands each look at chat, deposits and feedback, once for each person and hour [proof 276]', async () => {
    // Start just after an hour begins, so that it does not end during the test.
    const { now } = await office.run('clock-show')
    await p.advance(HOUR_MS - (Date.parse(String(now)) % HOUR_MS) + 60_000)
    customer = await written()
    await lookAt(customer)
    await lookAt(customer)
    expect((await actions(customer)).toSorted()).toEqual(LOOKS)
    await lookAt(customer, colleague)
    await office.run('list-feedback', {}, colleague)
    expect((await actions(customer)).toSorted(), 'each person').toEqual([...LOOKS, ...LOOKS].toSorted())
    await p.advance(HOUR_MS)
    await lookAt(customer)
    expect(await actions(customer), 'each hour').toHaveLength(9)
  })

  test('stands a look at feedback that waits, of whom is on the page and of nobody else', async () => {
    const [one, other] = [await written(), await written()]
    const rows = await office.list('list-feedback', { limit: '500' })
    expect(rows.map(({ customer: who }) => who)).toContain(other.username)
    expect(await actions(one)).toEqual(['feedback.viewed'])
    const fresh = await buildCustomer(p.services)
    expect(await actions(fresh)).toEqual([])
  })

  test('many looks at once are one; control: without the key’s word, more', async () => {
    const atOnce = async () => {
      const own = await written()
      await Promise.all(
        Array.from({ length: 8 }, () => office.run('show-chat', { customer: own.username }, colleague)),
      )
      return (await actions(own)).length
    }
    expect(await atOnce()).toBe(1)
    const undoing = await plant(p.db.asOwner, [
      { routine: 'audit.append_looks', from: 'where known.hour < excluded.hour', to: '' },
    ])
    expect(await atOnce()).toBe(8)
    for (const statement of undoing) await p.db.asOwner(statement)
  })

  test('nobody looks in another’s name, and what was looked at is forgotten by none of the logins [proof 277]', async () => {
    const said = (statement: string) =>
      saidByLogin(p.db.logins.office, statement, { customer: customer.customer_id })
    expect(await said("select audit.append_looks('x', 'chat', array['<customer>']::uuid[])")).toMatch(
      /nobody on the staff is at work/,
    )
    for (const statement of [
      'delete from audit.looks',
      "update audit.looks set hour = '2030-01-01'",
      "insert into audit.looks values (uuidv7(), '<customer>', 'chat', '2030-01-01')",
    ])
      expect(await said(statement)).toMatch(/permission denied/)
  })
})
