import { afterAll, describe, expect, test } from 'vitest'
import type { ProcessRole } from '../../../database/setup/process-roles.ts'
import { expectRefusedByGuard } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { editBeneficiary } from '../beneficiaries/edit-beneficiary.ts'
import { bankDesk, PIN } from '../testing/bank-desk.ts'
import { approveWithdrawalVerb } from './decide-withdrawal.ts'
import { readWithdrawal } from './withdrawals.ts'

const t = await testProgram()
afterAll(() => t.close())
const desk = bankDesk(t)
const bound = await desk.customer('50.00')
const changed = await desk.customer('50.00')
const { beneficiary_id: changed_to } = await editBeneficiary(t.services, changed.customer_id, {
  password: PIN,
  beneficiary: {
    kind: 'bank_account',
    bank_name: 'Bank',
    beneficiary_name: 'Some One',
    account_number: 'GB33BUKB20201555555555',
  },
})

/** A withdrawal that two people sent and a bank line confirmed. */
async function confirmed(): Promise<string> {
  const { withdrawal_id } = await desk.ask(bound, 20_000_000n)
  const { row } = await readWithdrawal(t.services, bound.customer_id, withdrawal_id)
  await desk.agreed(approveWithdrawalVerb, { number: row.number })
  await desk.sent(row.number)
  const { row: sent } = await readWithdrawal(t.services, bound.customer_id, withdrawal_id)
  const amount = `-${Number(sent.payout_micros) / 1_000_000}`
  await desk.importLines([{ amount, name: 'Z', account: 'X', remittance: row.number }])
  return withdrawal_id
}

const was_paid = await confirmed()
const asked = await desk.ask(bound, 10_000_000n)
const { line_id } = await t.system((tx) =>
  tx
    .selectFrom('wallet.deposits')
    .select('line_id')
    .where('customer_id', '=', bound.customer_id)
    .executeTakeFirstOrThrow(),
)
const ids = {
  bound: bound.customer_id,
  account: bound.beneficiary_id,
  changed: changed.customer_id,
  changed_to,
  changed_from: changed.beneficiary_id,
  asked: asked.withdrawal_id,
  paid: was_paid,
  line: line_id,
}
const said = (role: ProcessRole, statement: string) => saidByLogin(t.db.logins[role], statement, ids)

/** Replaces the account that a customer has bound by one that was changed then, and is usable then. */
const rebind = (changed_at: string, usable_from: string) =>
  `update wallet.beneficiaries set replaced_at = platform.now() where customer_id = '<bound>' and replaced_at is null;
   insert into wallet.beneficiaries (beneficiary_id, customer_id, kind, sealed, fingerprint, beneficiary_name_masked,
     account_number_masked, changed_at, usable_from)
   select '${THIEFS}', '<bound>', 'bank_account', '\\x00', '\\x00', 'T', '1', ${changed_at}, ${usable_from}
   from platform.now() as now`
const THIEFS = '0198c0de-0000-7000-8000-00000000000b'

describe('an account that a customer changes waits as the policy says', () => {
  test.each([
    ['changed years ago', "'2020-01-01'::timestamptz", "'2020-01-01'::timestamptz"],
    ['usable years ago', 'now', "'2020-01-01'::timestamptz"],
    ['usable at once', 'now', 'now'],
    ['usable never', 'now', "now + interval '30 days'"],
  ])('%s: refused; without the guard it would [proof 753]', async (_name, changed_at, usable_from) => {
    const say = () => said('api', rebind(changed_at, usable_from))
    const guard = ['wallet.beneficiaries', 'wait_guarded'] as const
    await expectRefusedByGuard(t.db.asOwner, guard, say, /usable after the policy's wait/)
  })

  test('the former one is not bound again without a wait; without the guard it would be', async () => {
    const say = () =>
      said(
        'api',
        `update wallet.beneficiaries set replaced_at = platform.now() where beneficiary_id = '<changed_to>';
         update wallet.beneficiaries set replaced_at = null where beneficiary_id = '<changed_from>'`,
      )
    const guard = ['wallet.beneficiaries', 'wait_guarded'] as const
    await expectRefusedByGuard(t.db.asOwner, guard, say, /is replaced once, and now/)
  })

  test('control: changed now, usable after a day', async () => {
    expect(await said('api', rebind('now', "now + interval '24 hours'"))).toBe('done')
  })
})

/** A withdrawal of the customer with a changed account, or of the other. */
const withdraw = (values: { to: string; status?: 'held' | 'requested'; at?: string; of?: string }) =>
  `insert into wallet.withdrawals (withdrawal_id, number, customer_id, beneficiary_id, amount_micros, rail_fee_micros,
     status, requested_at, send_by)
   select '${NEW}', 'W1', '<${values.of ?? 'changed'}>', '${values.to}', 1000000, 0, '${values.status ?? 'requested'}',
     ${values.at ?? 'now'}, now + interval '1 day'
   from platform.now() as now`
const NEW = '0198c0de-0000-7000-8000-00000000000c'
const hold = (until: string, amount_micros = 1_000_000) =>
  `insert into wallet.holds (hold_id, customer_id, reason, source, withdrawal_id, amount_micros, fact_hash, evidence,
     created_at, deadline)
   select uuidv7(), customer_id, 'new_beneficiary', 'withdrawal_hold', '${NEW}', ${amount_micros}, '\\x02', 'new',
     platform.now(), ${until}
   from wallet.beneficiaries where beneficiary_id = '<changed_to>'`
const WAITS = ['wallet.withdrawals', 'waits_asked'] as const
const HELD = ['wallet.withdrawals', 'withdrawals_held'] as const
const HOLDS = ['wallet.holds', 'holds_acts_guarded'] as const

describe('a withdrawal to a new account waits on its hold', () => {
  const held = withdraw({ to: '<changed_to>', status: 'held' })
  test.each<[string, string, readonly [string, string], RegExp]>([
    ['asked for without', withdraw({ to: '<changed_to>' }), WAITS, /waits while that is new/],
    [
      'asked for years ago',
      withdraw({ to: '<account>', of: 'bound', at: "'2020-01-01'" }),
      WAITS,
      /is asked for now/,
    ],
    [
      'to an account that was replaced',
      withdraw({ to: '<changed_from>' }),
      WAITS,
      /to the account bound now/,
    ],
    ['on hold without a hold', held, HELD, /on hold without its hold/],
    ['on hold for a second', `${held}; ${hold('platform.now()')}`, HOLDS, /nobody approved this hold/],
    [
      'on hold for longer than the wait',
      `${held}; ${hold("usable_from + interval '1 minute'")}`,
      HOLDS,
      /nobody approved this hold/,
    ],
  ])('%s: refused; without the guard it would [proof 754]', async (_name, statement, guard, why) => {
    await expectRefusedByGuard(t.db.asOwner, guard, () => said('api', statement), why)
  })

  test('after a reset of the password too, to an account that is not new', async () => {
    const reset = `update identity.customers set transaction_password_reset_at = platform.now()
      where customer_id = '<bound>'`
    const say = () => said('api', `${reset}; ${withdraw({ to: '<account>', of: 'bound' })}`)
    await expectRefusedByGuard(t.db.asOwner, WAITS, say, /waits while that is new/)
  })

  test('an account of a thief is not bound and withdrawn to at once', async () => {
    const waits = rebind('now', "now + interval '24 hours'")
    expect(await said('api', `${waits}; ${withdraw({ to: THIEFS, of: 'bound' })}`)).toMatch(
      /waits while that is new/,
    )
  })

  test('control: with its hold, and at once where nothing is new', async () => {
    expect(await said('api', `${held}; ${hold('usable_from')}`)).toBe('done')
    expect(await said('api', withdraw({ to: '<account>', of: 'bound' }))).toBe('done')
    const { withdrawal_id } = await desk.ask({ ...changed, beneficiary_id: changed_to }, 5_000_000n)
    const { row } = await readWithdrawal(t.services, changed.customer_id, withdrawal_id)
    expect(row.status).toBe('held')
  })
})

describe('what a withdrawal’s step says of itself is written with it, and at its time', () => {
  const set = (which: 'asked' | 'paid', assignments: string) =>
    `update wallet.withdrawals set ${assignments} where withdrawal_id = '<${which}>'`
  const GUARD = ['wallet.withdrawals', 'withdrawals_guarded'] as const
  const WITH = /only with the step that they tell of/
  test.each<[string, ProcessRole, string, RegExp]>([
    ['a time of its end', 'api', set('asked', 'ended_at = platform.now()'), WITH],
    ['a reason of its end', 'api', set('asked', "ended_reason = 'cancelled_by_customer'"), WITH],
    ['a reason of its end by the worker', 'worker', set('paid', "ended_reason = 'bank_return'"), WITH],
    ['another bank line', 'worker', set('paid', "line_id = '<line>'"), WITH],
    ['a line that brings it back', 'worker', set('paid', "return_line_id = '<line>'"), WITH],
    ['another time of its payment', 'worker', set('paid', "confirmed_at = '2020-01-01'"), WITH],
    ['a time of its approval', 'office', set('asked', 'approved_at = platform.now()'), WITH],
    [
      'an end years ago',
      'api',
      set('asked', "status = 'ended', ended_at = '2020-01-01', ended_reason = 'cancelled_by_customer'"),
      /goes to ended now/,
    ],
  ])('%s: refused; without the guard it would [proof 755]', async (_name, role, statement, why) => {
    await expectRefusedByGuard(t.db.asOwner, GUARD, () => said(role, statement), why)
  })

  test('control: its customer’s call ends it', async () => {
    const end = "status = 'ended', ended_at = platform.now(), ended_reason = 'cancelled_by_customer'"
    expect(await said('api', set('asked', end))).toBe('done')
  })
})
