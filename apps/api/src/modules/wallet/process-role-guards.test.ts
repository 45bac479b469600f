import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import type { ProcessRole } from '../../database/setup/process-roles.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCreative, buildProduct } from '../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { placePlan } from '../plans/index.ts'
import { bankDesk } from './testing/bank-desk.ts'

/** Values of the placeholders for ids in the statements below. */
const ids: Record<string, string> = {}

const t = await testServices()
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const desk = bankDesk(t)
const customer = await desk.customer('100.00')
const { withdrawal_id } = await desk.ask(customer, 20_000_000n)
const placer = await desk.customer('50.00')
const offered = await buildProduct(t.services, { escrow_micros: 1_000_000_000n })
const { plan_id } = await placePlan(t.services, placer.customer_id, {
  request_id: newId(),
  product_id: offered.product_id,
  parts: { cash_micros: 20_000_000n, discount_micros: 0n, startup_micros: 0n },
})
const { product_id } = await buildProduct(t.services, { creative: 'none' })
const { creative_id, asset_sha256 } = await buildCreative(t.services, product_id)
const hold_id = newId()
await t.db.asOwner(
  `begin; set local adtally.scope = 'system';
     insert into wallet.holds (hold_id, customer_id, reason, source, amount_micros, fact_hash, evidence, proposal_id, created_at,
       deadline)
     values ('${hold_id}', '${customer.customer_id}', 'account_theft', 'available', 1, '\\x00', 'seen', '${newId()}',
       platform.now(), platform.now() + interval '1 day');
     insert into identity.sessions (session_id, customer_id, token_hash, access, device, created_at, last_used_at, expires_at,
       revoked_at, ended_because)
     select uuidv7(), '${customer.customer_id}', sha256(ended::text::bytea), 'full', 'Phone', now, now, now + interval '7 days',
       case when ended then now end, case when ended then 'all_ended' end
     from unnest('{true,false}'::boolean[]) as ended, platform.now() as now;
     commit`,
)
Object.assign(ids, {
  withdrawal: withdrawal_id,
  customer: customer.customer_id,
  other: placer.customer_id,
  plan: plan_id,
  creative: creative_id,
  asset: asset_sha256,
  hold: hold_id,
  maker: staff.maker.session_token,
  checker: staff.checker.session_token,
})

const said = (role: ProcessRole, statement: string) => saidByLogin(t.db.logins[role], statement, ids)

const WITHDRAWAL = ['wallet.withdrawals', 'withdrawals_guarded'] as const
const HOLD = ['wallet.holds', 'holds_acts_guarded'] as const
const of_withdrawal = "where withdrawal_id = '<withdrawal>'"
const of_hold = "where hold_id = '<hold>'"

describe('a row moves by the acts that PRODUCT names alone; without the guard it would', () => {
  test.each<[string, ProcessRole, string, RegExp, readonly [table: string, trigger: string]]>([
    [
      'a withdrawal that nobody approved',
      'office',
      `update wallet.withdrawals set status = 'approved', approved_at = platform.now() ${of_withdrawal}`,
      /is not to go to approved/,
      WITHDRAWAL,
    ],
    [
      'a withdrawal ended for the customer by one person',
      'office',
      `update wallet.withdrawals set status = 'ended', ended_at = platform.now(), ended_reason = 'wrong_beneficiary'
       ${of_withdrawal}`,
      /is not to go to ended/,
      WITHDRAWAL,
    ],
    [
      'a withdrawal ended for another reason than the customer’s wish',
      'api',
      `update wallet.withdrawals set status = 'ended', ended_at = platform.now(), ended_reason = 'wrong_beneficiary'
       ${of_withdrawal}`,
      /is not to go to ended/,
      WITHDRAWAL,
    ],
    [
      'a withdrawal held by a customer’s call',
      'api',
      `update wallet.withdrawals set status = 'held' ${of_withdrawal}`,
      /is not to go to held/,
      WITHDRAWAL,
    ],
    [
      'the time by which a withdrawal is sent',
      'office',
      `update wallet.withdrawals set send_by = '2099-01-01' ${of_withdrawal}`,
      /cannot go from requested to requested/,
      WITHDRAWAL,
    ],
    [
      'a hold that nobody approved',
      'office',
      `insert into wallet.holds (hold_id, customer_id, reason, source, amount_micros, fact_hash, evidence, created_at,
         deadline, proposal_id, proposed_by, approved_by)
       values (uuidv7(), '<customer>', 'account_theft', 'available', 1, '\\x01', 'typed', platform.now(),
         platform.now() + interval '1 day', uuidv7(), uuidv7(), uuidv7())`,
      /nobody approved this hold/,
      HOLD,
    ],
    [
      'a hold’s deadline put off by one person',
      'office',
      `update wallet.holds set deadline = deadline + interval '1 day' ${of_hold}`,
      /put off by two people/,
      HOLD,
    ],
    [
      'a hold’s deadline put off by a clock that never stood still',
      'api',
      `update wallet.holds set deadline = deadline + interval '1 hour', stopped_ms = 3600000 ${of_hold}`,
      /as long as its clock stood still/,
      HOLD,
    ],
    [
      'a hold released before its time',
      'worker',
      `update wallet.holds set released_at = platform.now(), released_by = 'deadline' ${of_hold}`,
      /releases at its deadline/,
      HOLD,
    ],
    [
      'a hold that begins in years',
      'api',
      `insert into wallet.holds (hold_id, customer_id, reason, source, withdrawal_id, amount_micros, fact_hash, evidence,
         created_at, deadline)
       values (uuidv7(), '<customer>', 'new_beneficiary', 'withdrawal_hold', '<withdrawal>', 1, '\\x02', 'typed',
         '2099-01-01', '2099-01-02')`,
      /nobody approved this hold/,
      HOLD,
    ],
    [
      'a withdrawal that is promised in years',
      'api',
      `insert into wallet.withdrawals (withdrawal_id, number, customer_id, beneficiary_id, amount_micros,
         rail_fee_micros, status, requested_at, send_by)
       select uuidv7(), 'W1', customer_id, beneficiary_id, 1000000, 0, 'requested', platform.now(), '2099-01-01'
       from wallet.withdrawals ${of_withdrawal}`,
      /is promised too late/,
      ['wallet.withdrawals', 'withdrawals_begun'],
    ],
    [
      'a plan that pays more than its product',
      'api',
      `insert into plans.plans (plan_id, number, customer_id, product_id, advertiser_id, cash_micros, discount_micros,
         startup_micros, payout_micros, conversion_cap, platform_fee_percent, conversion_window_ms, policy_version,
         created_at, ends_at, time_zone, matched_at_once, status, status_trigger, status_at)
       select uuidv7(), 'P1', customer_id, product_id, advertiser_id, cash_micros, 0, 0, payout_micros + 1, 1,
         platform_fee_percent, conversion_window_ms, policy_version, created_at, ends_at, time_zone, false, 'waitPut', 'placed',
         created_at
       from plans.plans where plan_id = '<plan>'`,
      /on its product's terms/,
      ['plans.plans', 'plans_placed'],
    ],
    [
      'an account disabled by one person',
      'office',
      "update identity.customers set status = 'disabled' where customer_id = '<customer>'",
      /nobody approved a change/,
      ['identity.customers', 'status_guarded'],
    ],
    [
      'a session that begins again after everybody’s ended',
      'api',
      "update identity.sessions set revoked_at = null, ended_because = null where customer_id = '<customer>'",
      /has ended and does not begin again/,
      ['identity.sessions', 'session_guarded'],
    ],
    [
      'a session that lasts for years',
      'api',
      "update identity.sessions set expires_at = '2099-01-01' where customer_id = '<customer>' and revoked_at is null",
      /would last too long/,
      ['identity.sessions', 'session_guarded'],
    ],
    ...(['2099-01-01', '2020-01-01'] as const).map(
      (day): [string, ProcessRole, string, RegExp, readonly [string, string]] => [
        `a password that was reset on ${day}`,
        'office',
        `update identity.customers set transaction_password_reset_at = '${day}' where customer_id = '<customer>'`,
        /was reset now, or not at all/,
        ['identity.customers', 'reset_guarded'],
      ],
    ),
    ...(['2099-01-01', '2020-01-01'] as const).map(
      (day): [string, ProcessRole, string, RegExp, readonly [string, string]] => [
        `a beneficiary that is usable from ${day}`,
        'worker',
        `update wallet.beneficiaries set usable_from = '${day}' where customer_id = '<customer>'`,
        /made to wait for a day, and not for less/,
        ['wallet.beneficiaries', 'wait_guarded'],
      ],
    ),
    [
      'a plan that delivers because its customer says so',
      'api',
      `update plans.plans set status = 'putting', status_trigger = 'first_delivery', status_at = platform.now()
       where plan_id = '<plan>'`,
      /the rest is the worker's/,
      ['plans.plans', 'plans_status'],
    ],
  ])('%s [proof 117]', async (_name, role, statement, why, guard) => {
    await expectRefusedByGuard(t.db.asOwner, guard, () => said(role, statement), why)
  })
})

describe('what a function does, it does for whom it should', () => {
  test.each<[string, ProcessRole, string, RegExp]>([
    [
      'the nightly proof is not put off by staff',
      'office',
      "select platform.schedule_job('reconciliation.nightly', 'nightly', '2099-01-01')",
      /can't be put off/,
    ],
    [
      'nor by a customer’s call, many at once',
      'api',
      "select platform.schedule_jobs('reconciliation.nightly', '{nightly}', '{2099-01-01}')",
      /can't be put off/,
    ],
    [
      'nor by the worker beyond a day',
      'worker',
      "select platform.schedule_job('reconciliation.nightly', 'nightly', platform.now() + interval '2 days')",
      /can't be put off/,
    ],
    [
      'nor called off',
      'worker',
      "select platform.cancel_jobs('reconciliation.nightly', '{nightly}')",
      /called off/,
    ],
    [
      'nobody withdraws to another’s account',
      'api',
      `insert into wallet.withdrawals (withdrawal_id, number, customer_id, beneficiary_id, amount_micros,
         rail_fee_micros, status, requested_at, send_by)
       select uuidv7(), 'W2', '<other>', beneficiary_id, 1000000, 0, 'requested', platform.now(),
         platform.now() + interval '1 day'
       from wallet.withdrawals ${of_withdrawal}`,
      /withdrawals_to_ones_own/,
    ],
    [
      'the bank holds what a statement says',
      'worker',
      "insert into wallet.bank_positions values (uuidv7(), uuidv7(), 'main', 0, 0)",
      /no statement says/,
    ],
    [
      'a difference is closed by two people',
      'office',
      `insert into reconciliation.closings
       values (uuidv7(), 'seen', sha256('x'), uuidv7(), uuidv7(), uuidv7(), platform.now())`,
      /nobody approved closing/,
    ],
    [
      'the clock moves in the name of a session’s person alone',
      'office',
      "select platform.advance_clock('nobody’s', 1000)",
      /nobody on the staff/,
    ],
    [
      'a creative is not reviewed by who made it',
      'office',
      "select marketplace.review_creative('<maker>', '<creative>', '\\x<asset>', null)",
      /by somebody who has not made it/,
    ],
    [
      'the api does not say that payments go on',
      'api',
      "select audit.append_program_act('payments.resumed', 'payments', 'x', null, null, '{}')",
      /may not record payments.resumed/,
    ],
    [
      'nor a customer’s act on another’s account',
      'api',
      "select audit.append_customer_act('<customer>', 'transaction_password.changed', 'customer', 'x', '<other>', null, '{}')",
      /on their own account/,
    ],
  ])('%s [proof 118]', async (_name, role, statement, why) => {
    expect(await said(role, statement)).toMatch(why)
  })

  test.each<[string, ProcessRole, string]>([
    [
      'the worker sets the next night',
      'worker',
      "select platform.schedule_job('reconciliation.nightly', 'nightly', platform.now() + interval '1 day')",
    ],
    ['staff at work move the clock', 'office', "select platform.advance_clock('<maker>', 1000)"],
    [
      'a second person reviews',
      'office',
      "select marketplace.review_creative('<checker>', '<creative>', '\\x<asset>', null)",
    ],
    [
      'the worker says that payments go on',
      'worker',
      "select audit.append_program_act('payments.resumed', 'payments', 'x', null, null, '{}')",
    ],
    [
      'a customer acts on their own account',
      'api',
      "select audit.append_customer_act('<customer>', 'transaction_password.changed', 'customer', 'x', '<customer>', null, '{}')",
    ],
  ])('control: %s', async (_name, role, statement) => {
    expect(await said(role, statement)).toBe('done')
  })

  test('a review is kept in the name of its session’s person', async () => {
    await t.db.databases.office.transaction({ kind: 'system' }, (tx) =>
      sql`select marketplace.review_creative(${ids.checker}, ${ids.creative}::uuid, null, 'blurred')`.execute(
        tx,
      ),
    )
    const kept = await t.db.asOwner('select reviewed_by from marketplace.creatives where creative_id = $1', [
      ids.creative,
    ])
    expect(kept).toEqual([{ reviewed_by: staff.checker.staff_id }])
  })
})
