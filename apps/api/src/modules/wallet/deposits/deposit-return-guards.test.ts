import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ProcessRole } from '../../../database/setup/process-roles.ts'
import { inJumpingZone } from '../../../testing/jumping-zone.ts'
import { expectRefusedByGuard } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { type TestServices, testServices } from '../../../testing/servers/test-services.ts'
import type { FileLine } from '../../../testing/worlds/bank-statement-files.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { PAYER_ACCOUNT, StatementBank } from '../testing/statement-bank.ts'
import { sendDepositReturnsVerb } from './confirm-return.ts'
import { returnDepositVerb } from './return-deposit.ts'

const TEN_DAYS_MS = 10 * 86_400_000
const GUARD = ['wallet.deposit_returns', 'deposit_returns_guarded'] as const

let t: TestServices
/** Values of the placeholders for ids in the statements below. */
const ids: Record<string, string> = {}

/** A line that has waited for ten days, one that has not, one being returned, and one whose return was sent. */
beforeAll(async () => {
  t = await testServices()
  const bank = new StatementBank(t)
  await bank.payInCapital('500.00')
  const waiting = async (line: FileLine) => {
    await bank.book(line)
    return await bank.lineId(line.bank_reference)
  }
  const late = await waiting(bank.line('60.00', 'late'))
  await t.db.asOwner("delete from platform.jobs where kind = 'wallet.deposit-return'")
  await t.advance(TEN_DAYS_MS)
  const fresh = await waiting(bank.line('50.00', 'fresh'))
  const [ordered, sent] = [await waiting(bank.line('4.00', 'o')), await waiting(bank.line('5.00', 's'))]
  const paid = await waiting(bank.line('-9.00', 'to somebody else'))
  const { maker, checker } = await buildStaff(t.services)
  const back = (line_id: string) =>
    returnDepositVerb.propose(t.services, maker, { line_id, reason: 'asked for' })
  const numbers: Record<string, string> = {}
  for (const [name, line_id] of Object.entries({ ordered, sent })) {
    const { proposal_id } = await back(line_id)
    numbers[name] = String(Object(await bank.approvedBy(checker, proposal_id)).number)
    ids.used = proposal_id
  }
  await bank.agreed(sendDepositReturnsVerb, { numbers: [numbers.sent ?? ''] })
  const { proposal_id: proposed } = await back(fresh)
  const { proposal_id: sending } = await sendDepositReturnsVerb.propose(t.services, maker, {
    numbers: [numbers.ordered ?? ''],
  })
  Object.assign(ids, { late, fresh, paid, proposed, sending, ordered: numbers.ordered, sent: numbers.sent })
  Object.assign(ids, { checker: checker.session_token, account: PAYER_ACCOUNT })
})
afterAll(() => t.close())

const said = (role: ProcessRole, statements: string) => saidByLogin(t.db.logins[role], statements, ids)

const returning = (line: string, account: string, proposal: string, amount_micros = 'amount_micros') => `
  insert into wallet.deposit_returns
    (return_id, line_id, amount_micros, account_name, account_number, ordered_by_proposal, ordered_at)
  select uuidv7(), line_id, ${amount_micros}, counterparty_name, '${account}', ${proposal}, platform.now()
  from wallet.bank_lines where line_id = '<${line}>'`
const approving = (proposal: string) => `select operators.approve('<checker>', '<${proposal}>', '{}');`
const sending = (proposal: string) => `
  update wallet.deposit_returns
  set status = 'sent', sent_at = platform.now(), sent_by_proposal = '<${proposal}>' where number = '<ordered>'`
const confirming = `
  update wallet.deposit_returns
  set status = 'confirmed', confirmed_at = platform.now(), paid_line_id = '<paid>' where number = '<sent>'`

describe('money that nobody could match goes back as two people or ten days say; without the guard it would', () => {
  test.each<[string, ProcessRole, string]>([
    ['to a thief, by a decision that was used', 'office', returning('fresh', 'THIEF', "'<used>'")],
    ['by a decision on another line', 'office', returning('fresh', '<account>', "'<used>'")],
    [
      'to a thief, with the decision in hand',
      'office',
      `${approving('proposed')} ${returning('fresh', 'THIEF', "'<proposed>'")}`,
    ],
    [
      'more than came, with the decision in hand',
      'office',
      `${approving('proposed')} ${returning('fresh', '<account>', "'<proposed>'", 'amount_micros + 1')}`,
    ],
    ['by itself, by staff', 'office', returning('late', '<account>', 'null')],
    ['by itself, before ten days are over', 'worker', returning('fresh', '<account>', 'null')],
    ['by itself, to a thief', 'worker', returning('late', 'THIEF', 'null')],
    ['sent by nobody’s decision', 'office', sending('used')],
    [
      'sent by a decision on others',
      'office',
      `update wallet.deposit_returns set status = 'sent', sent_at = platform.now(), sent_by_proposal = '<proposed>'
       where number = '<ordered>'`,
    ],
    ['confirmed by a line that is another’s', 'worker', confirming],
    ['confirmed by a line that is another’s, by staff', 'office', confirming],
  ])('%s: refused [proof 209]', async (_name, role, statements) => {
    await expectRefusedByGuard(t.db.asOwner, GUARD, () => said(role, statements), /is not to be/)
  })

  test.each<[string, ProcessRole, string]>([
    [
      'with its decision in hand',
      'office',
      `${approving('proposed')} ${returning('fresh', '<account>', "'<proposed>'")}`,
    ],
    ['by itself, after ten days', 'worker', returning('late', '<account>', 'null')],
    ['sent with its decision in hand', 'office', `${approving('sending')} ${sending('sending')}`],
  ])('control: %s', async (_name, role, statements) => {
    expect(await said(role, statements)).toBe('done')
  })

  test('the decisions that it names are there', async () => {
    await t.db.asOwner(`alter table ${GUARD[0]} disable trigger ${GUARD[1]}`)
    try {
      expect(await said('office', returning('fresh', '<account>', 'uuidv7()'))).toMatch(/ordered_by_proposal/)
    } finally {
      await t.db.asOwner(`alter table ${GUARD[0]} enable always trigger ${GUARD[1]}`)
    }
  })

  test('by itself, after hours that are ten days of a zone that jumps: refused [proof 791]', async () => {
    await t.advance(3 * 3_600_000)
    const elsewhere = inJumpingZone(t.services.clock.now_ms(), 'onward')
    const by_itself = `${elsewhere} ${returning('fresh', '<account>', 'null')}`
    await expectRefusedByGuard(t.db.asOwner, GUARD, () => said('worker', by_itself), /is not to be/)
  })
})
