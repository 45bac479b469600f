import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import type { ProcessRole } from '../../database/setup/process-roles.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { PartiesWorld } from '../../testing/worlds/parties-world.ts'
import { PLATFORM_ID } from '../ledger/index.ts'

const PAYOUT = ['payouts.payouts', 'payouts_guarded'] as const
const LINE = ['wallet.bank_lines', 'bank_lines_booked'] as const
const DEPOSIT = ['wallet.deposits', 'deposits_assigned'] as const

/** Values of the placeholders for ids in the statements below. */
const ids: Record<string, string> = {}

const t = await testServices()
afterAll(() => t.close())
// A sent payout of 3.00, and unmatched lines.
const world = await PartiesWorld.make(t)
const [paid_in, paid_out, of_other_amount] = await world.bank(
  { amount: '50.00' },
  { amount: '-3.00' },
  { amount: '-4.00' },
)
const [account, payout] = [newId(), newId()]
await t.db.asOwner(`
    begin; set local adtally.scope = 'system';
    insert into payouts.accounts values
      ('${account}', 'platform', '${PLATFORM_ID}', 'x', '\\x00', 'x', sha256('x'), uuidv7(), platform.now());
    insert into payouts.payouts (payout_id, proposal_id, source, payee_id, account_id, amount_micros, sent_at)
    values ('${payout}', uuidv7(), 'own', '${PLATFORM_ID}', '${account}', 3000000, platform.now());
    commit`)
const { customer_id: customer } = await buildCustomer(t.services)
Object.assign(ids, { payout, paid_in, paid_out, of_other_amount, customer, platform: PLATFORM_ID })

const said = (role: ProcessRole, statements: string) => saidByLogin(t.db.logins[role], statements, ids)

const confirm = (line: string) => `
  update payouts.payouts set status = 'confirmed', confirmed_at = platform.now(), line_id = '<${line}>'
  where payout_id = '<payout>'`
const assign = (line: string, kind: string, id: string) => `
  update wallet.bank_lines set assigned_kind = '${kind}', assigned_id = ${id}, assigned_at = platform.now()
  where line_id = '<${line}>'`

/** What is asked while the lines' own guard is asleep. */
async function unguarded<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  await t.db.asOwner(`alter table ${LINE[0]} disable trigger ${LINE[1]}`)
  try {
    return await ask()
  } finally {
    await t.db.asOwner(`alter table ${LINE[0]} enable always trigger ${LINE[1]}`)
  }
}

describe('a payout is confirmed by a bank line of its own; without the guard it would without', () => {
  test.each<[string, ProcessRole, string]>([
    ['by a line that is nobody’s', 'office', confirm('paid_out')],
    ['by a line that is nobody’s, by the worker', 'worker', confirm('paid_out')],
    [
      'by a line of another amount',
      'office',
      `${assign('of_other_amount', 'payout', "'<payout>'")}; ${confirm('of_other_amount')}`,
    ],
    [
      'by a line that is another’s',
      'office',
      `${assign('paid_out', 'charge', "'<platform>'")}; ${confirm('paid_out')}`,
    ],
  ])('%s: refused [proof 214]', async (_name, role, statements) => {
    // What is left of the line's own guard is asked below.
    const say = () => said(role, statements)
    await unguarded(() => expectRefusedByGuard(t.db.asOwner, PAYOUT, say, /by a bank line of its own/))
  })

  test('control: by its line it is', async () => {
    const assigned = assign('paid_out', 'payout', "'<payout>'")
    const confirmed = () => said('worker', `${assigned}; ${confirm('paid_out')}`)
    expect(await unguarded(confirmed)).toBe('done')
  })
})

describe('a bank line is what was booked by it; without the guard it would be anything', () => {
  test.each<[string, ProcessRole, string]>([
    ['a deposit that there is none', 'office', assign('paid_in', 'deposit', 'uuidv7()')],
    ['a deposit that there is none, by the worker', 'worker', assign('paid_in', 'deposit', 'uuidv7()')],
    ['escrow that there is none', 'office', assign('paid_in', 'escrow', 'uuidv7()')],
    ['a bond that there is none', 'office', assign('paid_in', 'bond', 'uuidv7()')],
    ['own money that nobody approved', 'office', assign('paid_in', 'own', "'<platform>'")],
    ['a return that there is none', 'office', assign('paid_in', 'return', 'uuidv7()')],
    ['of a statement that was withdrawn', 'office', assign('paid_in', 'withdrawn', 'uuidv7()')],
    ['a withdrawal that there is none', 'worker', assign('paid_out', 'withdrawal', 'uuidv7()')],
    ['a payout that it did not confirm', 'office', assign('paid_out', 'payout', "'<payout>'")],
    ['a recall that there is none', 'office', assign('paid_out', 'recall', 'uuidv7()')],
    ['a charge that nobody approved', 'office', assign('paid_out', 'charge', "'<platform>'")],
  ])('%s: refused [proof 215]', async (_name, role, statement) => {
    await expectRefusedByGuard(t.db.asOwner, LINE, () => said(role, statement), /nothing of it was booked/)
  })

  test.each<ProcessRole>(['office', 'worker'])(
    'nor does %s keep a line by a deposit’s row alone [proof 216]',
    async (role) => {
      const deposit = `
      insert into wallet.deposits (deposit_id, customer_id, line_id, amount_micros, matched_by, booked_at)
      values (uuidv7(), '<customer>', '<paid_in>', 50000000, 'payer_name', platform.now())`
      await expectRefusedByGuard(
        t.db.asOwner,
        DEPOSIT,
        () => said(role, deposit),
        /its bank line is assigned to/,
      )
    },
  )

  test('control: what two people book is booked', async () => {
    expect(await world.office.decide('match-own-money', { line_id: ids.paid_in })).toEqual({
      line_id: ids.paid_in,
    })
  })
})
