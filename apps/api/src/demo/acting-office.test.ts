import { accountabilityList, userInfoCall } from '@adtally/contract/identity/identity.ts'
import {
  acceptorDetail,
  acceptorOrderConfirm,
  acceptorOrderDispute,
  acceptorOrderList,
} from '@adtally/contract/money/exchange.ts'
import { holdAppeal, holdDocument, holdList } from '@adtally/contract/money/holds.ts'
import { withdrawList } from '@adtally/contract/money/wallet.ts'
import { sandboxClockAdvance } from '@adtally/contract/sandbox.ts'
import { feedback, feedbackList } from '@adtally/contract/service/feedback.ts'
import { guestList, guestSend } from '@adtally/contract/service/guest.ts'
import { chatList, chatSend } from '@adtally/contract/service/service.ts'
import { message } from '@adtally/i18n/server.ts'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { createPool } from '../database/connection.ts'
import { newId } from '../database/identifiers.ts'
import { DAY_MS } from '../lib/time-zones.ts'
import { keepImage } from '../modules/files/index.ts'
import { fileOf } from '../modules/given-file.ts'
import { verifyLedger } from '../modules/ledger/index.ts'
import { ActingWorld } from '../testing/worlds/acting-world.ts'
import { PICTURE } from '../testing/worlds/busy-customer.ts'
import { ClockPlayer } from '../worker/clock-player.ts'
import { unlessDone } from './office.ts'
import { ACTING_STAFF, CUSTOMERS } from './seed/catalogue.ts'
import { depositPayment } from './seed/seed-customers.ts'
import { acceptorWithBond, setRate } from './seed/seed-exchange.ts'

const MARK = 'Sandbox office, automatic'

const world = await ActingWorld.open()
const { t, office, stage, kim } = world
afterEach(() => world.stopActing())
afterAll(() => world.close())

const act = (mode?: 'by_itself' | 'by_hand') => world.act(mode)
const until: ActingWorld['until'] = (look, wanted) => world.until(look, wanted)
const askFor = (amount: string) => world.askFor(amount)
const statusOf = (number: string) => world.statusOf(number)
const idOf = (number: string) => world.idOf(number)

describe('what waits is worked off from a customer’s act to its end', () => {
  test('a withdrawal: approved by two, ordered by two, taken to the bank [proof 461]', async () => {
    const number = await askFor('11.00')
    expect(await statusOf(number)).toBe('requested')
    await act()
    await until(() => statusOf(number), 'confirmed')
    const people = await t.db.asOwner(
      `select distinct actor_name, approver_name from audit.entries
       where action = 'withdrawal.approve' and subject_id = $1`,
      [await idOf(number)],
    )
    expect(people).toEqual([
      { actor_name: ACTING_STAFF.maker.username, approver_name: ACTING_STAFF.checker.username },
    ])
  })

  test('a deposit above what books itself [proof 462]', async () => {
    const before = (await kim.call(userInfoCall, {})).total_deposited
    const payment = await depositPayment(kim, { ...CUSTOMERS[1], deposit: '4000.00' })
    await stage.target.receive([{ ...payment, bank_reference: `LARGE-${newId()}` }])
    await t.drain()
    expect((await kim.call(userInfoCall, {})).total_deposited).toBe(before)
    await act()
    await until(
      async () => (await kim.call(userInfoCall, {})).total_deposited,
      (Number(before) + 4000).toFixed(2),
    )
  })

  test('a creative that plans wait for [proof 463]', async () => {
    const { products } = await office.run('list-marketplace')
    const [product] = Object.values(Object(products))
    const flags = { product_id: Object(product).product_id, kind: 'image', headline: 'A', body: 'B' }
    const { creative_id } = await office.run('create-creative', {
      ...{ ...flags, file: fileOf('picture.png', PICTURE) },
    })
    const look = 'select status from marketplace.creatives where creative_id = $1'
    const status = async () => (await t.db.asOwner<{ status: string }>(look, [creative_id]))[0]?.status
    expect(await status()).toBe('draft')
    await act()
    await until(status, 'approved')
  })

  test('a hold: by its documents, and by an appeal, whose answers say by whom [proof 464]', async () => {
    const hold = { customer: 'kim', amount: '3.00', evidence: 'seen today' }
    const papers = { ...hold, reason: 'identity_documents', documents: 'Passport' }
    await office.decideOnce('place-hold', papers, { action: 'hold.place' })
    const theft = { ...hold, reason: 'account_theft', report: 'a message of today' }
    await office.decideOnce('place-hold', theft, { action: 'hold.place' })
    const open = async () =>
      (await kim.call(holdList, {})).items.filter(({ released_at }) => released_at === null)
    const [first, second] = (await open()).toSorted((one) => (one.reason === 'account_theft' ? 1 : -1))
    await act()
    // Nothing to decide yet: the office leaves them alone while it works through the other queues.
    await kim.call(chatSend, { request_id: newId(), text: 'Is anything missing?' })
    await until(async () => (await office.list('list-chats')).length, 0)
    expect(await open()).toHaveLength(2)
    await provide(first?.hold_id ?? '')
    await kim.call(holdAppeal, {
      request_id: newId(),
      hold_id: second?.hold_id ?? '',
      grounds: 'It was me',
    })
    await until(async () => (await open()).length, 0)
    const { items } = await kim.call(accountabilityList, {})
    const reasons = items.filter(({ action }) => action === 'hold.released').map(({ reason }) => reason)
    expect(reasons.length).toBeGreaterThan(0)
    expect(reasons.filter((reason) => !reason?.startsWith(MARK))).toEqual([])
    const held = (await kim.call(holdList, {})).items
    const answers = held.flatMap(({ last_appeal }) => last_appeal?.answer ?? [])
    expect(answers.map((answer) => answer.startsWith(MARK))).toEqual([true])
  })

  test('an exchange order: paid on the acceptor’s word, its dispute decided [proof 465]', async () => {
    const orders = async () => (await kim.call(acceptorOrderList, {})).items
    const acceptor_id = await acceptorWithBond(office)
    await setRate(office, t.services.clock)
    const offer = { acceptor_id, amount: '40.00', currency: 'EUR', rate: '0.912000' }
    const { code } = await office.run('issue-acceptance-code', offer)
    const { order_id } = (await kim.call(acceptorDetail, { code: String(code) })).order
    const proof = { password: stage.transactionPassword('kim') }
    await kim.call(acceptorOrderConfirm, { request_id: newId(), order_id, ...proof })
    const state = async () => (await orders()).find((one) => one.order_id === order_id)?.status
    expect(await state()).toBe('escrowed')
    await act()
    await until(state, 'paid')
    await kim.call(acceptorOrderDispute, { request_id: newId(), order_id, note: 'Nothing has come' })
    await until(state, 'returned')
    const said = JSON.stringify((await orders()).find((one) => one.order_id === order_id))
    expect(said).toContain(MARK)
  })

  test('the chat, a visitor, feedback: answered in their language, and never as if by a person [proof 466]', async () => {
    const guest_key = 'k'.repeat(43)
    const given = { request_id: newId(), subject: 'A word', content: 'Well done' }
    await kim.call(feedback, given)
    await kim.call(chatSend, { request_id: newId(), text: 'Good morning' })
    await t.call(
      guestSend,
      { guest_key, request_id: newId(), text: 'Hallo' },
      { headers: { 'accept-language': 'de' } },
    )
    await act()
    await until(async () => (await kim.call(chatList, {})).items[0]?.author, 'service')
    const [answer] = (await kim.call(chatList, {})).items
    expect(answer).toMatchObject({
      author_name: ACTING_STAFF.maker.username,
      text: `${message('en', 'automaticReply.office')}\n\n${message('en', 'automaticReply.nobodyPays')}`,
    })
    await until(async () => (await t.call(guestList, { guest_key })).data.items.at(-1)?.author, 'service')
    const told = (await t.call(guestList, { guest_key })).data.items.at(-1)
    expect(told?.text).toContain(message('de', 'automaticReply.office'))
    await until(async () => (await kim.call(feedbackList, {})).items[0]?.answers.length, 1)
    const [thread] = (await kim.call(feedbackList, {})).items
    expect(thread?.answers[0]?.text).toContain(message('en', 'automaticReply.office'))
  })
})

test('by hand nothing moves, until a verb says otherwise, and stops again when it says so [proof 467]', async () => {
  const number = await askFor('12.00')
  await act('by_hand')
  expect(await office.run('demo-office')).toEqual({ acts: 'by_hand' })
  await kim.call(chatSend, { request_id: newId(), text: 'Anybody there?' })
  // The office looked many times and did nothing.
  await world.looksAgain(20)
  expect(await office.list('list-chats')).toHaveLength(1)
  expect(await statusOf(number)).toBe('requested')
  await office.run('demo-office', { acts: 'by_itself' })
  await until(() => statusOf(number), 'confirmed')
  await until(async () => (await office.list('list-chats')).length, 0)
  await office.run('demo-office', { acts: 'by_hand' })
  const switched = await t.db.asOwner<{ acts: string }>(
    `select details ->> 'acts' as acts from audit.entries
     where action = 'demo_office.switched' and actor_name = 'mara' order by sequence`,
  )
  expect(switched.map(({ acts }) => acts)).toEqual(['by_itself', 'by_hand'])
})

test('a person at the same queue is no fault of either: each thing is done once [proof 468]', async () => {
  const number = await askFor('13.00')
  await act()
  const by_hand = office.decideOnce(
    'approve-withdrawal',
    { number },
    { action: 'withdrawal.approve', number },
  )
  await unlessDone(by_hand, 'proposal_open', 'proposal_decided', 'state_conflict', 'record_not_found')
  await until(() => statusOf(number), 'confirmed')
  const approvals = await t.db.asOwner(
    "select sequence from audit.entries where action = 'withdrawal.approve' and subject_id = $1",
    [await idOf(number)],
  )
  expect(approvals).toHaveLength(1)
  await t.system(async (tx) => {
    expect((await verifyLedger(tx)).differences).toEqual([])
  })
})

test('a database that goes away is waited for [proof 469]', async () => {
  const server = createPool(inject('cluster').superuser, { max: 1, scope: 'unset' })
  try {
    await act()
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      t.db.name,
    ])
    let number = ''
    const ask = async () => {
      number ||= await askFor('14.00').catch(() => '')
      return number !== ''
    }
    await expect.poll(ask, { timeout: 20_000 }).toBe(true)
    await until(() => statusOf(number), 'confirmed')
  } finally {
    await server.end()
  }
})

async function provide(hold_id: string): Promise<void> {
  const { customer_id } = await kim.call(userInfoCall, {})
  const { file_id } = await keepImage(
    t.services,
    { customer_id, use: 'hold_document', staff_id: null },
    PICTURE,
  )
  await kim.call(holdDocument, { hold_id, position: 1, file_id })
}

test('the clock that a customer moves waits for the office: a withdrawal is sent before its time, not eight days late [proof 495]', async () => {
  const number = await askFor('13.50')
  await act()
  await kim.call(sandboxClockAdvance, { request_id: newId(), step: 'eight_days' })
  const player = new ClockPlayer(t.services, t.modules)
  while ((await player.step()).kind === 'done');
  const asked = (await kim.call(withdrawList, {})).items.find((one) => one.number === number)
  expect(Date.parse(asked?.sent_at ?? '')).toBeLessThan(Date.parse(asked?.requested_at ?? '') + DAY_MS / 24)
})

/** Waits for many more looks, after which the withdrawal is still undecided. */
async function staysAsked(number: string): Promise<void> {
  await office.run('demo-office', { acts: 'by_itself' })
  await world.looksAgain(40)
  expect(await statusOf(number)).toBe('requested')
}

test('what a person has doubts about is left for people: refused, or held [proof 492]', async () => {
  await act('by_hand')
  const refused = await askFor('14.00')
  const { proposal_id } = await office.run('approve-withdrawal', { number: refused })
  await office.check('refuse-proposal', { proposal_id, reason: 'Suspicious: not to be paid' })
  const plain = await askFor('16.00')
  await office.run('demo-office', { acts: 'by_itself' })
  await until(() => statusOf(plain), 'confirmed')
  expect(await statusOf(refused)).toBe('requested')
  await office.run('demo-office', { acts: 'by_hand' })
  const held = await askFor('15.00')
  const hold = { customer: 'kim', amount: '5.00', reason: 'account_theft', report: 'message of today' }
  const doubt = { ...hold, evidence: 'A strange message', withdrawal_number: held }
  const open = await office.run('place-hold', doubt)
  await staysAsked(held)
  await office.check('refuse-proposal', { proposal_id: open.proposal_id, reason: 'All is well' })
  await until(() => statusOf(held), 'confirmed')
})
