import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plant } from '../../testing/plant.ts'
import { expectRefusedByGuard } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { newId } from '../identifiers.ts'

/** Values of the placeholders for ids in the statements below. */
const ids: Record<string, string> = {}

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const { customer_id } = await market.customerWith('500.00')
const plan = await market.place(customer_id, 20_000_000n)
const [account, payout, hold] = [newId(), newId(), newId()]
const { product_id, publisher_id, placement_id, advertiser_id } = market
Object.assign(ids, { account, payout, plan, hold, customer: customer_id, product: product_id })
Object.assign(ids, {
  periodic: 'periodic',
  publisher: publisher_id,
  placement: placement_id,
  advertiser: advertiser_id,
})
await program.db.asOwner(`
    begin; set local adtally.scope = 'system';
    insert into payouts.accounts values
      ('${account}', 'publisher', '${publisher_id}', 'x', '\\x00', 'x', sha256('x'), uuidv7(), platform.now());
    insert into payouts.payouts (payout_id, proposal_id, source, payee_id, account_id, amount_micros, sent_at)
    values ('${payout}', uuidv7(), 'publisher_available', '${publisher_id}', '${account}', 1, platform.now());
    insert into identity.second_factors (customer_id, secret_sealed, begun_at)
    values ('${customer_id}', '\\x00', platform.now());
    insert into wallet.holds (hold_id, customer_id, reason, source, amount_micros, fact_hash, evidence, proposal_id,
      created_at, deadline)
    values ('${hold}', '${customer_id}', 'account_theft', 'available', 1, '\\x00', 'seen', uuidv7(),
      platform.now(), platform.now() + interval '1 day');
    select platform.schedule_job('wallet.hold-release', '${hold}', platform.now() + interval '1 hour');
    commit`)

const asOffice = (statements: string) => saidByLogin(program.db.logins.office, statements, ids)
const asApi = (statements: string) => saidByLogin(program.db.logins.api, statements, ids)
const asWorker = (statements: string) => saidByLogin(program.db.logins.worker, statements, ids)

/** Inserts a copy of each row with these members replaced. */
const another = (table: string, key: string, id: string, own: string) =>
  `insert into ${table}
   select (jsonb_populate_record(null::${table}, to_jsonb(row) || '{${own}}')).* from ${table} as row
   where ${key} = '${id}'`
const NEW_ID = '0198c0de-0000-7000-8000-00000000000a'

describe('what two people make, the office’s login does not make without them; without the guard it would', () => {
  test.each<[string, string, readonly [table: string, trigger: string]]>([
    [
      'a party’s bank account',
      `insert into payouts.accounts values (uuidv7(), 'advertiser', '<advertiser>', 'Thief', '\\x00', 'x', sha256('x'),
         uuidv7(), platform.now())`,
      ['payouts.accounts', 'approved'],
    ],
    [
      'nor take one out of force',
      "update payouts.accounts set replaced_at = platform.now() where account_id = '<account>'",
      ['payouts.accounts', 'approved'],
    ],
    [
      'a payout',
      `insert into payouts.payouts (payout_id, proposal_id, source, payee_id, account_id, amount_micros, sent_at)
       values (uuidv7(), uuidv7(), 'publisher_available', '<publisher>', '<account>', 1, platform.now())`,
      ['payouts.payouts', 'approved'],
    ],
    [
      'a payout that came back',
      `update payouts.payouts set status = 'returned', returned_at = platform.now(), return_reason = 'x'
       where payout_id = '<payout>'`,
      ['payouts.payouts', 'return_approved'],
    ],
    [
      'a host app’s key',
      "insert into identity.host_keys values ('thief', 'k1', 'Thief', '{}', uuidv7(), platform.now())",
      ['identity.host_keys', 'approved'],
    ],
    [
      'the end of a customer’s second factor',
      "delete from identity.second_factors where customer_id = '<customer>'",
      ['identity.second_factors', 'removal_guarded'],
    ],
    [
      'an advertiser',
      "insert into marketplace.advertisers values (uuidv7(), 'T', 'T', 'T', sha256('x'), platform.now())",
      ['marketplace.advertisers', 'approved'],
    ],
    [
      'a product',
      another(
        'marketplace.products',
        'product_id',
        '<product>',
        `"product_id": "${NEW_ID}", "name": "Another"`,
      ),
      ['marketplace.products', 'approved'],
    ],
    [
      'a publisher',
      another(
        'marketplace.publishers',
        'publisher_id',
        '<publisher>',
        `"publisher_id": "${NEW_ID}", "legal_name": "Another", "domain": "another.example"`,
      ),
      ['marketplace.publishers', 'approved'],
    ],
    [
      'a placement and its price',
      another(
        'marketplace.placements',
        'placement_id',
        '<placement>',
        `"placement_id": "${NEW_ID}", "name": "Another", "key": "anotherkeyofmine", "price_micros": 900000000`,
      ),
      ['marketplace.placements', 'approved'],
    ],
    [
      'escrow paid in',
      "insert into marketplace.escrow_top_ups values (uuidv7(), '<advertiser>', uuidv7(), 1, platform.now())",
      ['marketplace.escrow_top_ups', 'approved'],
    ],
    [
      'a leader’s fee',
      "insert into follows.leader_fees values (uuidv7(), '<customer>', 30, uuidv7(), platform.now())",
      ['follows.leader_fees', 'approved'],
    ],
    [
      'how a bank’s statements are read',
      `insert into wallet.csv_mappings (mapping_id, rail, name, definition, proposal_id, created_at)
       values (uuidv7(), 'main', 'mine', '{}', uuidv7(), platform.now())`,
      ['wallet.csv_mappings', 'approved'],
    ],
    [
      'an announcement',
      `insert into content.announcements (announcement_id, category, audience, texts, proposal_id)
       select uuidv7(), 'activity', 'everybody', '{"en": {"title": "Pay us", "content": "Now"}}', proposal_id
       from operators.proposals limit 1`,
      ['content.announcements', 'approved'],
    ],
    [
      'a version of a text',
      `insert into content.text_versions (kind, name, version, texts, proposal_id)
       select 'question', 'pay-to-withdraw', 2, '{"en": {"question": "Pay?", "answer": ["Pay us."]}}', proposal_id
       from operators.proposals limit 1`,
      ['content.text_versions', 'said_by_two'],
    ],
  ])('%s [proof 202]', async (_name, statement, guard) => {
    await expectRefusedByGuard(program.db.asOwner, guard, () => asOffice(statement), /nobody approved/)
  })

  test('control: what one person may do, one person does', async () => {
    expect(
      await asOffice("update marketplace.placements set is_open = false where placement_id = '<placement>'"),
    ).toBe('done')
    expect(await asApi("delete from identity.second_factors where customer_id = '<customer>'")).toBe('done')
  })
})

const LATE = "'2099-01-01'"
const set = (kind: string, subject: string, due_at: string) =>
  `select platform.schedule_job('${kind}', '<${subject}>', ${due_at})`
const setMany = (kind: string, subject: string) =>
  `select platform.schedule_jobs('${kind}', '{<${subject}>}', '{2099-01-01}')`
const end = (kind: string, subject: string) => `select platform.cancel_job('${kind}', '<${subject}>')`
const endMany = (kind: string, subject: string) => `select platform.cancel_jobs('${kind}', '{<${subject}>}')`

describe('a deadline of money is put off or called off by nobody past what its row says', () => {
  test.each<[string, (statements: string) => Promise<string>, string]>([
    ['a plan’s put off', asApi, set('plan.due', 'plan', LATE)],
    ['a plan’s put off among many', asApi, setMany('plan.due', 'plan')],
    ['a plan’s called off', asApi, end('plan.due', 'plan')],
    ['a plan’s called off by staff', asOffice, endMany('plan.due', 'plan')],
    ['a plan’s put off by the worker', asWorker, set('plan.due', 'plan', LATE)],
    ['a plan’s called off by the worker', asWorker, endMany('plan.due', 'plan')],
    ['a hold’s put off', asOffice, set('wallet.hold-release', 'hold', LATE)],
    ['a hold’s called off', asApi, end('wallet.hold-release', 'hold')],
  ])('%s: refused [proof 205]', async (_name, as, statement) => {
    expect(await as(statement)).toMatch(/can't be put off or called off/)
    const undoing = await plant(program.db.asOwner, [
      { routine: 'platform.guard_jobs', from: 'if job_kind = any (of_money)', to: 'if false' },
    ])
    expect(await as(statement)).toBe('done')
    for (const undo of undoing) await program.db.asOwner(undo)
  })

  test.each<[string, (statements: string) => Promise<string>, string]>([
    ['sooner', asApi, set('plan.due', 'plan', 'platform.now()')],
    [
      'as late as a plan’s row says',
      asApi,
      "select platform.schedule_job('plan.due', '<plan>', ends_at) from plans.plans where plan_id = '<plan>'",
    ],
    [
      'as late as a hold’s row says',
      asOffice,
      `select platform.schedule_job('wallet.hold-release', '<hold>', deadline) from wallet.holds
       where hold_id = '<hold>'`,
    ],
    ['of what is no money', asApi, set('content.tell_everybody', 'plan', LATE)],
    [
      'called off where its row is over',
      asApi,
      `update plans.plans set status = 'putFailed', status_trigger = 'cancelled', status_at = platform.now()
       where plan_id = '<plan>'; ${end('plan.due', 'plan')}`,
    ],
  ])('control: %s', async (_name, as, statement) => {
    expect(await as(statement)).toBe('done')
  })

  test('control: in the customer’s own scope too, as far as their row says', async () => {
    const { customer = '', hold = '', plan = '' } = ids
    const { api } = program.db.databases
    await api.transaction({ kind: 'customer', customer_id: customer }, async (tx) => {
      const later = sql`select platform.schedule_job('wallet.hold-release', ${hold}, deadline),
          platform.schedule_job('plan.due', ${plan}, ends_at)
        from wallet.holds, plans.plans where hold_id = ${hold} and plan_id = ${plan}`
      expect((await later.execute(tx)).rows).toHaveLength(1)
    })
  })
})

describe('what the worker repeats is put off or called off by nobody', () => {
  const SUM_DAYS = 'ledger.sum-days'
  const asSet = (kind: string, due_at: string) =>
    `select platform.schedule_job('${kind}', 'periodic', ${due_at})`
  const calledOff = `select platform.cancel_job('${SUM_DAYS}', 'periodic')`
  const taken = `select platform.take_due_job('{${SUM_DAYS}}')`
  const after = (ms: number) => `platform.now() + ${ms} * interval '1 ms'`
  beforeAll(async () => {
    await program.db.asOwner(`
      begin; set local adtally.scope = 'system';
      select platform.schedule_job(kind, 'periodic', platform.now()) from unnest(
        '{ledger.sum-days,wallet.money-owed,payouts.match-lines,wallet.statement-fetch}'::text[]) as kind;
      select platform.schedule_job('reconciliation.nightly', 'nightly', ${after(60_000)});
      commit`)
  })

  test.each<[string, (statements: string) => Promise<string>, string]>([
    ['called off by a customer’s call', asApi, calledOff],
    [
      'called off by staff, among many',
      asOffice,
      "select platform.cancel_jobs('identity.sweep', '{periodic}')",
    ],
    ['called off by the worker', asWorker, calledOff],
    ['put off for years', asApi, asSet('wallet.money-owed', LATE)],
    ['put off for years, among many', asApi, setMany('payouts.match-lines', 'periodic')],
    [
      'put off within its period, which could be done again and again',
      asApi,
      asSet(SUM_DAYS, after(3_000_000)),
    ],
    ['put off so by the worker', asWorker, asSet(SUM_DAYS, after(3_000_000))],
    ['asking the bank, put off by staff', asOffice, asSet('wallet.statement-fetch', after(60_000))],
    [
      'set for later than its period by the worker that has taken it',
      asWorker,
      `${taken}; ${asSet(SUM_DAYS, after(4_000_000))}`,
    ],
    ['set by a customer’s call where it is not set', asApi, asSet('beat', 'platform.now()')],
    [
      'the nightly proof, put off by the worker',
      asWorker,
      "select platform.schedule_job('reconciliation.nightly', 'nightly', platform.now() + interval '1 hour')",
    ],
  ])('%s: refused [proof 765]', async (_name, as, statement) => {
    expect(await as(statement)).toMatch(/can't be put off or called off/)
    const undoing = await plant(program.db.asOwner, [
      { routine: 'platform.guard_jobs', from: "'periodic' = any (subject_ids)", to: 'false' },
      { routine: 'platform.guard_jobs', from: "job_kind = 'reconciliation.nightly'", to: 'false' },
    ])
    expect(await as(statement)).toBe('done')
    for (const undo of undoing) await program.db.asOwner(undo)
  })

  test.each<[string, (statements: string) => Promise<string>, string]>([
    ['anybody brings it forward', asApi, asSet(SUM_DAYS, "platform.now() - interval '1 minute'")],
    [
      'the worker that has taken it sets it again',
      asWorker,
      `${taken}; ${asSet(SUM_DAYS, after(3_600_000))}`,
    ],
  ])('control: %s', async (_name, as, statement) => {
    expect(await as(statement)).toBe('done')
  })

  test('the database knows every such job and its period', async () => {
    const jobs = program.modules.flatMap((module) => module.jobs ?? [])
    const periods = jobs.map(({ kind, every_ms }) => [kind, every_ms ?? null] as const)
    expect(periods.filter(([, every_ms]) => every_ms !== null).length).toBeGreaterThan(5)
    const known = await program.db.asOwner<{ kind: string; period_ms: number | null }>(
      `select kind, (extract(epoch from platform.period_of(kind)) * 1000)::float8 as period_ms
       from unnest($1::text[]) as kind`,
      [periods.map(([kind]) => kind)],
    )
    expect(known.map(({ kind, period_ms }) => [kind, period_ms])).toEqual(periods)
  })
})

test('the audit keeps in a customer’s name what customers do, and no other word [proof 206]', async () => {
  const says = (act: string) =>
    asApi(
      `select audit.append_customer_act('<customer>', '${act}', 'customer', 'x', '<customer>', null, '{}')`,
    )
  for (const act of ['payments.resumed', 'withdrawal.approve', 'exchange.decide', 'anything']) {
    expect(await says(act)).toMatch(/is nothing that customers do/)
  }
  expect(await says('hold.appealed')).toBe('done')
})

describe('who speaks as the api locks nobody out', () => {
  const password = `insert into identity.transaction_passwords (customer_id, password_sealed, locked_until, changed_at)
    values ('<customer>', '\\x00', `
  test('by wrong tries that lock for years; without the guard it would', async () => {
    const guard = ['identity.transaction_passwords', 'locks_guarded'] as const
    const locked = () => asApi(`${password}'2099-01-01', platform.now())`)
    await expectRefusedByGuard(program.db.asOwner, guard, locked, /lock for fifteen minutes/)
    expect(await asApi(`${password}platform.now() + interval '15 minutes', platform.now())`)).toBe('done')
  })

  test('by a second factor that is locked for years; without the guard it would', async () => {
    const guard = ['identity.second_factors', 'locks_guarded'] as const
    const locked = () =>
      asApi("update identity.second_factors set locked_until = '2099-01-01' where customer_id = '<customer>'")
    await expectRefusedByGuard(program.db.asOwner, guard, locked, /lock for fifteen minutes/)
  })

  test('by locking the sessions of all; with the right to remove them it would', async () => {
    const lock = () => asApi('lock table identity.sessions in access exclusive mode')
    expect(await lock()).toMatch(/permission denied/)
    await program.db.asOwner('grant delete on identity.sessions to adtally_api')
    expect(await lock()).toBe('done')
    await program.db.asOwner('revoke delete on identity.sessions from adtally_api')
  })

  test('in a customer’s scope no request is kept in another’s name', async () => {
    const { customer = '' } = ids
    const keep = (owner: string) =>
      program.db.databases.api.transaction({ kind: 'customer', customer_id: customer }, (tx) =>
        sql`select ledger.record_requests(${[owner]}::uuid[], array[${newId()}], array['plan.place'],
          array[sha256('x')], array['{}'::jsonb])`.execute(tx),
      )
    await expect(keep(newId())).rejects.toThrow(/in the name of its own customer/)
    await keep(customer)
  })
})
