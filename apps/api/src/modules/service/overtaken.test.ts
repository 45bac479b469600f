import { randomBytes } from 'node:crypto'
import { feedback } from '@adtally/contract/service/feedback.ts'
import { guestSend } from '@adtally/contract/service/guest.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Office, type Printed, rowsOf } from '../../demo/office.ts'
import { reasonOf, refusalOf } from '../../testing/reason-of.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import type { Staff } from '../module.ts'
import { lockThread } from './chat/chat.repository.ts'
import { lockFeedback } from './feedback/feedback.repository.ts'
import { threadOfNumber, touchThread } from './guest.repository.ts'

const p = await testProgram()
afterAll(() => p.close())
const staff = await buildStaff(p.services)
const office = new Office(p.services, p.modules, staff)
const ann = staff.maker
const bob = await joinStaff(p.services, staff, { username: 'bob', roles: ['support'] })

/** A kind of thread that staff answer. */
interface Thread {
  /** What staff see of it: the newest id, and all of service's texts. */
  look(): Promise<{ newest: string | undefined; answers: string[] }>
  answer(who: Staff, text: string, flags?: Printed): Promise<Printed>
  /** Locks it as an answer would. */
  lock(tx: Transaction): Promise<unknown>
}

async function chat(): Promise<Thread> {
  const { username, token, customer_id } = await buildCustomer(p.services)
  await p.call(chatSend, { request_id: newId(), text: 'a question' }, { token })
  return {
    async look() {
      const rows = await office.list('show-chat', { customer: username })
      const of_service = rows.filter(({ author }) => author === 'service')
      return {
        newest: String(rows[0]?.message_id),
        answers: of_service.map(({ text }) => String(text)).toReversed(),
      }
    },
    answer: (who, text, flags) => office.run('answer-chat', { customer: username, text, ...flags }, who),
    lock: (tx) => lockThread(tx, customer_id),
  }
}

async function givenFeedback(): Promise<Thread> {
  const { username, token } = await buildCustomer(p.services)
  const words = { request_id: newId(), subject: 'The chart', content: 'It is hard to read.' }
  const { feedback_id } = (await p.call(feedback, words, { token })).data
  return {
    async look() {
      const [given] = await office.list('list-feedback', { customer: username })
      const answers = rowsOf(given?.answers)
      const newest = answers.at(-1)?.answer_id
      return {
        newest: newest === undefined ? undefined : String(newest),
        answers: answers.map(({ text }) => String(text)),
      }
    },
    answer: (who, text, flags) => office.run('answer-feedback', { feedback_id, text, ...flags }, who),
    lock: (tx) => lockFeedback(tx, feedback_id),
  }
}

let guests = 0
async function visitor(): Promise<Thread> {
  guests += 1
  const guest = `guest-${guests}`
  const guest_key = randomBytes(32).toString('base64url')
  // A separate address, because each process limits threads per address.
  const input = { guest_key, request_id: newId(), text: 'a question' }
  await p.call(guestSend, input, { address: '203.0.113.62' })
  return {
    async look() {
      const rows = await office.list('show-guest', { guest })
      const of_service = rows.filter(({ author }) => author === 'service')
      return {
        newest: String(rows[0]?.message_id),
        answers: of_service.map(({ text }) => String(text)).toReversed(),
      }
    },
    answer: (who, text, flags) => office.run('answer-guest', { guest, text, ...flags }, who),
    async lock(tx) {
      await touchThread(tx, (await threadOfNumber(tx, Number(guest.slice('guest-'.length)))) ?? '')
    },
  }
}

describe.each([
  ['a customer’s chat', chat],
  ['feedback', givenFeedback],
  ['a visitor’s chat', visitor],
])('an answer in %s', (_name, open) => {
  test('that a colleague’s has overtaken is refused with it, and sent anyway where that is said [proof 278]', async () => {
    const thread = await open()
    const { newest: seen_id } = await thread.look()
    await thread.answer(ann, 'Yes, you can.', { seen_id })
    const { reason, details } = await refusalOf(thread.answer(bob, 'No, you can’t.', { seen_id }))
    expect(reason).toBe('answered_meanwhile')
    expect(details.values).toEqual({
      author: 'maker',
      at: expect.stringMatching(/^20\d\d-/),
      text: 'Yes, you can.',
    })
    expect(details.data).toEqual({ answer: details.values })
    expect((await thread.look()).answers).toEqual(['Yes, you can.'])
    // Without `seen_id`, nothing counts as seen.
    expect(await reasonOf(thread.answer(bob, 'No.'))).toBe('answered_meanwhile')
    // One's own answers count as seen.
    await thread.answer(ann, 'Really.', { seen_id })
    await thread.answer(bob, 'She is right.', { seen_id: (await thread.look()).newest })
    await thread.answer(ann, 'No doubt.', { seen_id, anyway: true })
    expect((await thread.look()).answers).toEqual(['Yes, you can.', 'Really.', 'She is right.', 'No doubt.'])
    const elsewhere = await open()
    await elsewhere.answer(ann, 'Elsewhere.')
    const { newest: of_other } = await elsewhere.look()
    expect(await reasonOf(thread.answer(bob, 'x', { seen_id: of_other }))).toBe('record_not_found')
  })

  /** Both answer while the thread is locked, so that both wait for it at once. */
  async function atOnce(thread: Thread, flags: Printed): Promise<string[]> {
    let both: Promise<string[]> | undefined
    await p.system(async (tx) => {
      await thread.lock(tx)
      both = Promise.all([ann, bob].map((who) => reasonOf(thread.answer(who, who.username, flags))))
      await expect
        .poll(async () => {
          // Read outside the transaction, in which pg_stat_activity would not show new connections.
          const [row] = await p.db.asOwner<{ waiting: number }>(
            `select count(*)::int as waiting from pg_locks
               where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`,
          )
          return row?.waiting
        })
        .toBe(2)
    })
    return (await both) ?? []
  }

  test('of two at once exactly one goes; control: both, where each is sent anyway [proof 279]', async () => {
    const thread = await open()
    const { newest: seen_id } = await thread.look()
    expect((await atOnce(thread, { seen_id })).toSorted()).toEqual(['answered_meanwhile', 'ok'])
    expect((await thread.look()).answers).toHaveLength(1)
    const other = await open()
    const { newest } = await other.look()
    expect(await atOnce(other, { seen_id: newest, anyway: true })).toEqual(['ok', 'ok'])
    expect((await other.look()).answers).toHaveLength(2)
  })
})
