import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { plant } from '../../testing/plant.ts'
import { expectRefusedByGuard, expectRefusedByRoutine } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { postTransfers } from '../ledger/index.ts'
import { lockWithMoney, releaseTransfers } from './orders/order-money.ts'
import { moveOrders } from './orders/orders.repository.ts'
import { ExchangeWorld } from './testing/exchange-world.ts'

/** Ids by their placeholders in the statements below. */
const ids: Record<string, string> = {}

const world = await ExchangeWorld.open()
afterAll(() => world.close())
const staff = await buildStaff(world.program.services)
const acceptor = await world.acceptor('1000.00', '900.00')
const closed = await world.acceptor('100.00', '50.00')
await world.run('close-acceptor', { acceptor_id: closed, reason: 'a while' })
const buyer = await world.buyer('500.00')
const [offered, escrowed, paid, disputed] = [
  await world.offered(buyer, acceptor, '10.00'),
  await world.escrowed(buyer, acceptor),
  await world.paid(buyer, acceptor),
  await world.paid(buyer, acceptor),
]
await world.dispute(buyer, disputed)
Object.assign(ids, { acceptor, closed, customer: buyer.customer_id, offered, escrowed, paid, disputed })

const asOffice = (statements: string) => saidByLogin(world.program.db.logins.office, statements, ids)
const asApi = (statements: string) => saidByLogin(world.program.db.logins.api, statements, ids)
const asWorker = (statements: string) => saidByLogin(world.program.db.logins.worker, statements, ids)

describe('what two people decide of an acceptor, the office’s login does not do without them', () => {
  test.each<[string, string, readonly [table: string, trigger: string]]>([
    [
      'an acceptor',
      `insert into acceptors.acceptors (acceptor_id, kind, name, legal_name, account_name, evidence_hash, proposal_id,
         verified_at, fee_basis_points)
       values (uuidv7(), 'individual', 'T', 'T', 'T', sha256('x'), uuidv7(), platform.now(), 0)`,
      ['acceptors.acceptors', 'approved'],
    ],
    [
      'a closed acceptor that offers again',
      "update acceptors.acceptors set is_open = true where acceptor_id = '<closed>'",
      ['acceptors.acceptors', 'opening_approved'],
    ],
    [
      'an acceptor’s limit',
      "update acceptors.acceptors set limit_micros = bond_micros where acceptor_id = '<acceptor>'",
      ['acceptors.acceptors', 'limit_approved'],
    ],
    [
      'a bond paid in',
      "insert into acceptors.bond_top_ups values (uuidv7(), '<acceptor>', uuidv7(), 1, platform.now())",
      ['acceptors.bond_top_ups', 'approved'],
    ],
    [
      'a reference rate',
      `insert into acceptors.reference_rates
       values (uuidv7(), 'EUR', 1000000, 'me', platform.now(), uuidv7(), platform.now())`,
      ['acceptors.reference_rates', 'approved'],
    ],
  ])('%s [proof 207]', async (_name, statement, guard) => {
    await expectRefusedByGuard(world.program.db.asOwner, guard, () => asOffice(statement), /nobody approved/)
  })

  test('control: one person closes an acceptor', async () => {
    const closes = "update acceptors.acceptors set is_open = false where acceptor_id = '<acceptor>'"
    expect(await asOffice(closes)).toBe('done')
  })
})

const moved = (order: string, status: string, trigger: string) =>
  `update acceptors.orders set status = '${status}', status_trigger = '${trigger}', status_at = platform.now()
   where order_id = '<${order}>'`

describe('an exchange order goes where those who may have brought it, and its money with it', () => {
  const KEPT = /is not to go to/
  test.each<[string, (statements: string) => Promise<string>, string, RegExp]>([
    ['marked as paid by a customer’s call', asApi, moved('escrowed', 'paid', 'marked_paid'), KEPT],
    [
      'marked as paid without the acceptor’s evidence',
      asOffice,
      moved('escrowed', 'paid', 'marked_paid'),
      KEPT,
    ],
    ['given up by a customer’s call', asApi, moved('escrowed', 'returned', 'given_up'), KEPT],
    ['confirmed by staff', asOffice, moved('paid', 'completed', 'customer_confirmed'), KEPT],
    ['disputed without the customer’s evidence', asApi, moved('paid', 'disputed', 'customer_disputed'), KEPT],
    ['returned before its time', asWorker, moved('escrowed', 'returned', 'not_paid_in_time'), KEPT],
    ['undecided before its time', asWorker, moved('disputed', 'returned', 'undecided'), KEPT],
    [
      'moved on in years',
      asApi,
      moved('paid', 'completed', 'customer_confirmed').replace('platform.now()', "'2099-01-01'"),
      KEPT,
    ],
    [
      'completed without its money',
      asApi,
      moved('paid', 'completed', 'customer_confirmed'),
      /is completed, and its money is not/,
    ],
    [
      'escrowed without its money',
      asApi,
      moved('offered', 'escrowed', 'confirmed'),
      /is escrowed, and its money is not/,
    ],
    [
      'disputed by the acceptor with evidence that a customer’s call hands in',
      asApi,
      `insert into acceptors.order_evidence (evidence_id, order_id, party, note, recorded_by, created_at)
       values (uuidv7(), '<escrowed>', 'acceptor', 'paid', uuidv7(), platform.now())`,
      /not handed in here/,
    ],
  ])('%s: refused [proof 203]', async (_name, as, statements, why) => {
    expect(await as(statements)).toMatch(why)
    const undoing = await plant(world.program.db.asOwner, [
      { routine: 'acceptors.may_move', from: 'platform.acts_as_owner() or', to: 'true or' },
      { routine: 'acceptors.check_moved', from: 'moved_by is not null', to: 'false' },
      { routine: 'acceptors.guard_evidence', from: 'if not', to: 'if false and not' },
    ])
    expect(await as(statements)).not.toMatch(why)
    for (const undo of undoing) await world.program.db.asOwner(undo)
  })

  test.each<[string, (statements: string) => Promise<string>, string, string]>([
    [
      'disputed eleven days ago by its customer’s call, which would return its money at once',
      asApi,
      `insert into acceptors.order_evidence (evidence_id, order_id, party, note, request_id, created_at)
       values (uuidv7(), '<paid>', 'customer', 'x', uuidv7(), platform.now());
       ${moved('paid', 'disputed', 'customer_disputed')}`,
      "platform.now() - interval '11 days'",
    ],
    [
      'marked as paid days ago by staff',
      asOffice,
      `insert into acceptors.order_evidence (evidence_id, order_id, party, note, recorded_by, created_at)
       values (uuidv7(), '<escrowed>', 'acceptor', 'x', '${staff.maker.staff_id}', platform.now());
       ${moved('escrowed', 'paid', 'marked_paid')};
       select audit.append_staff_act('${staff.maker.session_token}', 'exchange.marked_paid', 'exchange_order',
         '<escrowed>', null, 'x', '{}')`,
      "platform.now() - interval '2 minutes'",
    ],
  ])('%s: refused [proof 760]', async (_name, as, statements, at) => {
    const early = statements.replace('status_at = platform.now()', `status_at = ${at}`)
    expect(await as(early)).toMatch(KEPT)
    const undoing = await plant(world.program.db.asOwner, [
      {
        routine: 'acceptors.may_move',
        from: 'between platform.a_moment_ago() and',
        to: '<=',
      },
    ])
    expect(await as(early)).toBe('done')
    for (const undo of undoing) await world.program.db.asOwner(undo)
    expect(await as(statements)).toBe('done')
  })

  test('by those who may, in time and with evidence, an order moves, in nobody’s name but their own [proof 787]', async () => {
    const evidence = (party: string, by: string) =>
      `insert into acceptors.order_evidence (evidence_id, order_id, party, note, created_at, ${by})
       values (uuidv7(), '<${party === 'acceptor' ? 'escrowed' : 'paid'}>', '${party}', 'x', platform.now(),
         '${staff.maker.staff_id}')`
    const marked = `${evidence('acceptor', 'recorded_by')}; ${moved('escrowed', 'paid', 'marked_paid')}`
    const inSessionOf = ({ session_token }: { session_token: string }) =>
      `${marked}; select audit.append_staff_act('${session_token}', 'exchange.marked_paid', 'exchange_order',
         '<escrowed>', null, 'x', '{}')`
    const nobodys = /whose session did not write it/
    const guard = ['acceptors.order_evidence', 'recorded_by_its_person'] as const
    await expectRefusedByGuard(world.program.db.asOwner, guard, () => asOffice(marked), nobodys)
    expect(await asOffice(inSessionOf(staff.checker)), 'in another’s session').toMatch(nobodys)
    expect(await asOffice(inSessionOf(staff.maker))).toBe('done')
    expect(
      await asApi(`${evidence('customer', 'request_id')}; ${moved('paid', 'disputed', 'customer_disputed')}`),
    ).toBe('done')
  })

  test('completed with its money, though its customer has not asked for it: refused [proof 204]', async () => {
    const complete = (request: string | null) =>
      world.program.db.databases.api.transaction({ kind: 'system' }, async (tx) => {
        const taken = await lockWithMoney(tx, ids.paid ?? '', releaseTransfers)
        await postTransfers(tx, taken?.transfers ?? [])
        await moveOrders(tx, [ids.paid ?? ''], 'completed', 'customer_confirmed')
        if (request === null) return
        const outcome = JSON.stringify({ order_id: ids.paid })
        await sql`select ledger.record_requests(
          array[${ids.customer}]::uuid[], array[${request}]::text[], '{exchange.complete}', array['x'::bytea],
          array[${outcome}::jsonb])`.execute(tx)
      })
    await expect(complete(null)).rejects.toThrow(/has asked for no exchange.complete/)
    await expect(complete('control')).resolves.toBeUndefined()
  })
})

describe('an order’s deadline is nobody’s to put off', () => {
  const late = "select platform.schedule_job('acceptors.order-due', '<offered>', '2099-01-01')"
  const end = "select platform.cancel_jobs('acceptors.order-due', '{<offered>}')"

  test.each<[string, (statements: string) => Promise<string>, string]>([
    ['put off by staff', asOffice, late],
    ['called off by a customer’s call', asApi, end],
    ['put off by the worker', asWorker, late],
  ])('%s: refused [proof 208]', async (_name, as, statement) => {
    const fault = { routine: 'platform.guard_jobs', from: 'if job_kind = any (of_money)', to: 'if false' }
    const { asOwner } = world.program.db
    await expectRefusedByRoutine(asOwner, [fault], () => as(statement), /can't be put off or called off/)
  })

  test('control: it comes sooner', async () => {
    expect(await asWorker(late.replace("'2099-01-01'", 'platform.now()'))).toBe('done')
  })
})
