import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { holdAppeal, holdDocument, holdList } from '@adtally/contract/money/holds.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { LETTER } from '../../../testing/office/letter.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import type { BuiltCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff } from '../../../testing/worlds/build-staff.ts'
import { keepImage } from '../../files/index.ts'
import { verifyLedger } from '../../ledger/index.ts'
import type { Staff } from '../../module.ts'
import { readProperty } from '../funds/property.ts'
import { clockDifferences } from '../repository.ts'
import { bankDesk } from '../testing/bank-desk.ts'
import { cancelWithdrawal } from '../withdrawals/cancel-withdrawal.ts'
import { approveWithdrawalVerb } from '../withdrawals/decide-withdrawal.ts'
import { readWithdrawal } from '../withdrawals/withdrawals.ts'
import { decideAppeal } from './appeal-hold.ts'
import { extendHoldVerb } from './extend-hold.ts'
import { appealsOf, decideAppealRow } from './holds.repository.ts'
import { placeHoldVerb } from './place-hold.ts'
import { provideHoldDocument } from './provide-document.ts'
import { releaseEarly } from './release-early.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)
const staff = await buildStaff(t.services)
/** Somebody who took part in no hold. */
const outsider = await joinStaff(t.services, staff, { username: 'outsider', roles: ['risk'] })

type HoldInput = Parameters<typeof placeHoldVerb.propose>[2]
function theft(customer_id: string, amount: bigint, report: string = newId()): HoldInput {
  return { customer: customer_id, reason: 'account_theft', amount, evidence: 'Told us in the chat', report }
}
function place(input: HoldInput) {
  return desk.agreed(placeHoldVerb, input)
}
/** Reads without a session, because some of these tests outlast one. */
function walletOf({ customer_id }: BuiltCustomer) {
  return readProperty(t.services, customer_id, 'en')
}
async function theHold(customer: BuiltCustomer) {
  const [hold] = (await walletOf(customer)).holds
  if (!hold) throw new Error('there is a hold')
  return hold
}
async function expectBalanced() {
  const system = { kind: 'system' } as const
  const report = await t.services.database.transaction(system, verifyLedger)
  expect(report.differences).toEqual([])
  expect(await t.services.database.transaction(system, clockDifferences)).toEqual([])
}

describe('PRODUCT §2.4: a hold', () => {
  test('states amount, reason, deadline and appeal, holds that amount alone, and releases by itself at the deadline [proof 27]', async () => {
    const customer = await desk.customer('100.00')
    await place(theft(customer.customer_id, 40_000_000n))
    expect(await walletOf(customer)).toMatchObject({
      available_balance: '60.00',
      on_hold: '40.00',
      holds: [{ reason: 'account_theft', amount: '40.00', appeal: expect.stringContaining('chat') }],
    })
    await t.advance(72 * HOUR_MS - 60_000)
    expect((await walletOf(customer)).on_hold, 'control: not before its time').toBe('40.00')
    await t.advance(61_000)
    expect(await walletOf(customer)).toMatchObject({
      available_balance: '100.00',
      on_hold: '0.00',
      holds: [],
    })
    const { items } = (await t.call(holdList, {}, { token: customer.token })).data
    expect(items).toMatchObject([{ amount: '40.00', released_at: expect.any(String) }])
    await expectBalanced()
  })

  test('can’t recur on the same facts, however they are spelt', async () => {
    const customer = await desk.customer('50.00')
    await place(theft(customer.customer_id, 1_000_000n, 'Chat message 77'))
    await t.advance(73 * HOUR_MS)
    expect(await reasonOf(place(theft(customer.customer_id, 1_000_000n, 'chat-MESSAGE 77.')))).toBe(
      'hold_facts_repeated',
    )
    expect(await reasonOf(place(theft(customer.customer_id, 1_000_000n, 'Chat message 78'))), 'control').toBe(
      'ok',
    )
  })

  test('ten days a year in all, the one extension within them; legal holds have a clock of their own', async () => {
    const customer = await desk.customer('50.00')
    const { customer_id } = customer
    await place(theft(customer_id, 1_000_000n))
    const { hold_id } = await theHold(customer)
    const office = await desk.office()
    await office.decide('extend-hold', { hold_id, reason: 'Not done yet' })
    const extended = await theHold(customer)
    expect(Date.parse(extended.deadline ?? '') - Date.parse(extended.created_at)).toBe(10 * DAY_MS)
    expect(
      await reasonOf(extendHoldVerb.propose(t.services, staff.maker, { hold_id, reason: 'Again' })),
    ).toBe('state_conflict')
    await t.advance(10 * DAY_MS + 1000)
    expect(await reasonOf(place(theft(customer_id, 1_000_000n)))).toBe('hold_days_exhausted')
    const order = {
      customer: customer_id,
      reason: 'court_order',
      amount: 1_000_000n,
      evidence: 'Order',
    } as const
    expect(await reasonOf(placeHoldVerb.propose(t.services, staff.maker, order))).toBe('field_required')
    await place({ ...order, evidence_file: LETTER, authority: 'District court' })
    const legal = await theHold(customer)
    expect(legal.authority).toBe('District court')
    expect(
      await reasonOf(
        extendHoldVerb.propose(t.services, staff.maker, { hold_id: legal.hold_id, reason: '-' }),
      ),
    ).toBe('state_conflict')
    await t.advance(29 * DAY_MS)
    const standing = { hold_id: legal.hold_id, evidence_file: LETTER, reason: 'In force' }
    await office.decide('review-hold', standing)
    await t.advance(2 * DAY_MS)
    expect((await walletOf(customer)).on_hold, 'reviewed: it stands').toBe('1.00')
    await t.advance(29 * DAY_MS)
    expect((await walletOf(customer)).on_hold, 'not reviewed again: it ends').toBe('0.00')
  })

  test('of a disputed deposit is never more than the deposit', async () => {
    const customer = await desk.customer('30.00')
    const deposit = await t.system((tx) =>
      tx
        .selectFrom('wallet.deposits')
        .select('deposit_id')
        .where('customer_id', '=', customer.customer_id)
        .executeTakeFirstOrThrow(),
    )
    const disputed = {
      customer: customer.customer_id,
      reason: 'disputed_deposit',
      evidence: 'The bank asks for it back',
      deposit_id: deposit.deposit_id,
    } as const
    expect(await reasonOf(place({ ...disputed, amount: 30_000_001n }))).toBe('state_conflict')
    expect(await reasonOf(place({ ...disputed, amount: 30_000_000n, deposit_id: newId() }))).toBe(
      'record_not_found',
    )
    expect(await reasonOf(place({ ...disputed, amount: 30_000_000n }))).toBe('ok')
  })

  test('its clock stands still only while documents that it lists are outstanding', async () => {
    const customer = await desk.customer('20.00')
    const { customer_id, token } = customer
    const input = {
      customer: customer_id,
      reason: 'identity_documents',
      amount: 5_000_000n,
      evidence: 'New passport',
    } as const
    expect(await reasonOf(placeHoldVerb.propose(t.services, staff.maker, input))).toBe('field_required')
    await place({ ...input, documents: 'Passport; Proof of address' })
    const { hold_id, documents, deadline } = await theHold(customer)
    expect(documents.map(({ name }) => name)).toEqual(['Passport', 'Proof of address'])
    expect(deadline).toBeNull()
    await t.advance(5 * DAY_MS)
    expect((await walletOf(customer)).on_hold).toBe('5.00')
    const send = async (position: number) => {
      const { file_id } = await keepImage(
        t.services,
        { customer_id, use: 'hold_document', staff_id: null },
        PICTURE,
      )
      return await t.call(holdDocument, { hold_id, position, file_id }, { token })
    }
    expect((await send(1)).data.hold.deadline).toBeNull()
    expect((await send(1)).data.reason).toBe('hold_document_given')
    const unlisted = { reason: 'hold_document_unlisted', field: 'position' }
    expect(await send(3)).toMatchObject({ code: 405, data: unlisted })
    const { data } = await send(2)
    expect(Date.parse(data.hold.deadline ?? '') - t.services.clock.now_ms()).toBeGreaterThan(
      72 * HOUR_MS - 60_000,
    )
    await t.advance(73 * HOUR_MS)
    expect((await walletOf(customer)).on_hold).toBe('0.00')
    const stranger = await desk.customer('1.00')
    const { code, data: refused } = await t.call(
      holdDocument,
      { hold_id, position: 1, file_id: newId() },
      { token: stranger.token },
    )
    expect([code, refused.reason]).toEqual([405, 'hold_not_found'])
  })

  describe('whose clock stands still for documents, beside another', () => {
    async function documentsAsked(customer: BuiltCustomer) {
      const { customer_id } = customer
      const input = { customer: customer_id, reason: 'identity_documents', amount: 5_000_000n } as const
      await place({ ...input, evidence: 'New passport', documents: 'Passport' })
      return await theHold(customer)
    }
    async function provide({ customer_id }: BuiltCustomer, hold_id: string) {
      const use = { customer_id, use: 'hold_document', staff_id: null } as const
      const { file_id } = await keepImage(t.services, use, PICTURE)
      await provideHoldDocument(t.services, customer_id, { hold_id, position: 1, file_id })
    }
    async function extendTheft(customer: BuiltCustomer) {
      await place(theft(customer.customer_id, 5_000_000n))
      const found = (await walletOf(customer)).holds.find(({ reason }) => reason === 'account_theft')
      const hold_id = found?.hold_id ?? ''
      await desk.agreed(extendHoldVerb, { hold_id, reason: 'Not done yet' })
    }

    test('leaves the other what it will not need itself: together ten days, in whatever order', async () => {
      const customer = await desk.customer('20.00')
      const { hold_id } = await documentsAsked(customer)
      await extendTheft(customer)
      await t.advance(7 * DAY_MS - 60_000)
      expect((await walletOf(customer)).on_hold, 'control: not before its time').toBe('10.00')
      await t.advance(120_000)
      expect((await walletOf(customer)).on_hold).toBe('5.00')
      await provide(customer, hold_id)
      // The other hold was released a minute late, which counts.
      await t.advance(3 * DAY_MS - 180_000)
      expect((await walletOf(customer)).on_hold).toBe('5.00')
      await t.advance(240_000)
      expect(await walletOf(customer)).toMatchObject({ available_balance: '20.00', on_hold: '0.00' })
      await expectBalanced()
    })

    test('goes on for no longer than the year leaves, though it began before that year', async () => {
      const customer = await desk.customer('20.00')
      const { hold_id } = await documentsAsked(customer)
      await t.advance(366 * DAY_MS)
      await extendTheft(customer)
      await t.advance(10 * DAY_MS + 1000)
      expect((await walletOf(customer)).on_hold).toBe('5.00')
      await provide(customer, hold_id)
      await t.advance(60_000)
      expect(await walletOf(customer)).toMatchObject({ available_balance: '20.00', on_hold: '0.00' })
      await expectBalanced()
    })
  })

  test('an appeal is decided by somebody who did not place it; granted, the hold ends at once', async () => {
    const customer = await desk.customer('20.00')
    const { token } = customer
    await place(theft(customer.customer_id, 5_000_000n))
    const { hold_id } = await theHold(customer)
    const appeal = { request_id: newId(), hold_id, grounds: 'It was me' }
    const filed = await t.call(holdAppeal, appeal, { token })
    expect(filed.data.hold.last_appeal).toMatchObject({ grounds: 'It was me', decision: null })
    expect((await t.call(holdAppeal, appeal, { token })).data.hold.last_appeal, 'the same again').toEqual(
      filed.data.hold.last_appeal,
    )
    const again = { ...appeal, request_id: newId() }
    expect((await t.call(holdAppeal, again, { token })).data.reason).toBe('hold_appeal_open')
    expect((await t.call(holdAppeal, { ...appeal, grounds: 'Else' }, { token })).data.reason).toBe(
      'request_id_reused',
    )
    const appeal_id = filed.data.hold.last_appeal?.appeal_id ?? ''
    const decide = (by: Staff, decision: 'released' | 'upheld' = 'released') =>
      decideAppeal(t.services, by, { appeal_id, decision, answer: 'We looked at it again.' })
    expect(await reasonOf(decide(staff.maker))).toBe('four_eyes')
    expect(await reasonOf(decide(staff.checker))).toBe('four_eyes')
    // The database enforces it, too.
    const row = { decision: 'upheld', answer: '-', decided_at: t.services.clock.now() } as const
    await expect(
      t.system((tx) => decideAppealRow(tx, appeal_id, { ...row, decided_by: staff.maker.staff_id })),
    ).rejects.toThrow('by somebody who did not place the hold')
    const decision = { appeal_id, decision: 'released', answer: 'We looked at it again.' }
    await (await desk.office()).run('decide-appeal', decision, outsider)
    expect(await walletOf(customer)).toMatchObject({ on_hold: '0.00', available_balance: '20.00' })
    expect(await reasonOf(decide(outsider))).toBe('state_conflict')
    expect((await t.call(holdAppeal, again, { token })).data.reason).toBe('hold_not_found')
    await expectBalanced()
  })

  test('an open appeal is decided by a release by hand, whoever lets go, with its reason as the answer [proof 241]', async () => {
    const customer = await desk.customer('20.00')
    const { token } = customer
    await place(theft(customer.customer_id, 5_000_000n))
    const { hold_id } = await theHold(customer)
    await t.call(holdAppeal, { request_id: newId(), hold_id, grounds: 'It was me' }, { token })
    await releaseEarly(t.services, staff.maker, { hold_id, reason: 'It was the customer' })
    const appeals = await t.system((tx) => appealsOf(tx, hold_id))
    expect(appeals).toMatchObject([
      { decision: 'released', answer: 'It was the customer', decided_by: staff.maker.staff_id },
    ])
    const feed = await t.call(accountabilityList, {}, { token })
    expect(feed.data.items.slice(0, 2).map(({ action, reason }) => [action, reason])).toEqual([
      ['hold.appeal_decided', 'It was the customer'],
      ['hold.released', 'It was the customer'],
    ])
    await expectBalanced()
  })
})

describe('a hold on part of a withdrawal', () => {
  test('lets the rest be sent; when it releases, its part is the customer’s again', async () => {
    const customer = await desk.customer('100.00')
    const { customer_id } = customer
    const { withdrawal_id } = await desk.ask(customer, 80_000_000n)
    const { row } = await readWithdrawal(t.services, customer_id, withdrawal_id)
    await place({ ...theft(customer_id, 30_000_000n), withdrawal_number: row.number })
    await desk.agreed(approveWithdrawalVerb, { number: row.number })
    await desk.sent(row.number)
    const sent = await readWithdrawal(t.services, customer_id, withdrawal_id)
    expect(sent.row.payout_micros).toBe(50_000_000n)
    await t.advance(73 * HOUR_MS)
    expect(await walletOf(customer)).toMatchObject({ available_balance: '50.00', on_hold: '0.00' })
    await expectBalanced()
  })

  test('is not got around by taking the withdrawal back', async () => {
    const customer = await desk.customer('100.00')
    const { customer_id } = customer
    const { withdrawal_id } = await desk.ask(customer, 80_000_000n)
    const { row } = await readWithdrawal(t.services, customer_id, withdrawal_id)
    await place({ ...theft(customer_id, 30_000_000n), withdrawal_number: row.number })
    await cancelWithdrawal(t.services, customer_id, withdrawal_id)
    expect(await walletOf(customer)).toMatchObject({ available_balance: '70.00', on_hold: '30.00' })
    await t.advance(73 * HOUR_MS)
    expect(await walletOf(customer)).toMatchObject({ available_balance: '100.00', on_hold: '0.00' })
    await expectBalanced()
  })

  test('all of it held: it waits, and has its time to be sent afterwards', async () => {
    const customer = await desk.customer('100.00')
    const { customer_id } = customer
    const { withdrawal_id } = await desk.ask(customer, 80_000_000n)
    const before = (await readWithdrawal(t.services, customer_id, withdrawal_id)).row
    await place({ ...theft(customer_id, 80_000_000n), withdrawal_number: before.number })
    expect((await readWithdrawal(t.services, customer_id, withdrawal_id)).row.status).toBe('held')
    await t.advance(72 * HOUR_MS + 1000)
    const after = (await readWithdrawal(t.services, customer_id, withdrawal_id)).row
    expect(after.status).toBe('requested')
    expect(after.send_by.getTime() - before.send_by.getTime()).toBeGreaterThan(71 * HOUR_MS)
    await expectBalanced()
  })
})
