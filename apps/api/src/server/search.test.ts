import type { StaffRole } from '@adtally/contract/enums.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { Search, Staff } from '../modules/module.ts'
import { runVerb, verbsOf } from '../modules/operators/index.ts'
import { LETTER } from '../testing/office/letter.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { buildStaff, joinStaff } from '../testing/worlds/build-staff.ts'
import { busyCustomer } from '../testing/worlds/busy-customer.ts'
import { MODULES } from './modules.ts'

const SEARCHES: readonly Search[] = MODULES.flatMap(({ searches = [] }) => searches)

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
const staff = await buildStaff(program.services)
const auditor = await joinStaff(program.services, staff, { username: 'auditor', roles: ['auditor'] })
await haveOneOfEach()

/** Each kind of thing that somebody may search for, how to query one from the database, and how its result reads. */
const IN_HAND: readonly (readonly [kind: string, query: string, says: RegExp])[] = [
  ['person', 'select full_name as text from identity.persons order by person_id limit 1', /verified/],
  [
    'plan',
    'select lower(number) as text from plans.plans where amount_micros = 50000000',
    /^plan \S+, 50\.00/,
  ],
  ['entry', 'select id::text as text from ledger.transfers order by number limit 1', /^\w+: \d/],
  ['withdrawal', 'select lower(number) as text from wallet.withdrawals', /^withdrawal W\d+, 25\.00/],
  [
    'bank_line',
    'select bank_reference as text from wallet.bank_lines where assigned_kind is null',
    /7\.00, not assigned$/,
  ],
  ['statement', 'select statement_id::text as text from wallet.bank_statements', /closing \d/],
  ['payout', 'select number as text from payouts.payouts', /^payout P\d+ from own, 10\.00/],
  ['exchange_order', 'select number as text from acceptors.orders', /^exchange order X\d+, 10\.00/],
  ['audit_entry', `select subject_id as text from audit.entries where actor_name = 'maker'`, / by maker, /],
]

async function read(query: string): Promise<string> {
  const { rows } = await program.system((tx) => sql<{ text: string }>`${sql.raw(query)}`.execute(tx))
  return rows[0]?.text ?? ''
}

/** For each kind, a text that finds something, and how the result reads. */
const texts = new Map<string, readonly [text: string, says: RegExp]>()
for (const [kind, query, says] of IN_HAND) texts.set(kind, [await read(query), says])
texts.set('customer', [customer.username.slice(0, -1).toUpperCase(), /^customer \d{8} \(.+\), active$/])

/** Makes what the customer lacks: a waiting line, a payout, an act of staff. */
async function haveOneOfEach(): Promise<void> {
  const { office, payLine } = market
  const reason = 'so that there is one'
  await payLine({ amount: '7.00', name: 'Nobody Known', remittance: 'for whom?' })
  const own = await payLine({ amount: '60.00', name: 'Nobody Known', remittance: 'own' })
  await office.decide('match-own-money', { line_id: own })
  const account = { payee_kind: 'platform', account_number: 'GB82WEST12345698765432' }
  await office.decide('set-payee-account', { ...account, evidence_file: LETTER, reason })
  await office.decide('pay-own-money', { amount: '10.00', reason })
}

async function found(by: Staff, flags: Record<string, string>): Promise<Record<string, unknown>[]> {
  const verb = verbsOf(MODULES).find(({ name }) => name === 'search')
  if (!verb) throw new Error('there is no search')
  return Object(await runVerb(program.services, verb, by, flags)).items
}

test('everything that staff may have in hand is looked for', () => {
  expect(SEARCHES.map(({ kind }) => kind).toSorted()).toEqual([...texts.keys()].toSorted())
})

describe.each(SEARCHES)('a $kind', ({ kind, roles }) => {
  test('is found by what somebody has in hand, by those who may look at it and by nobody else [proof 332]', async () => {
    const [text = '', says = /^$/] = texts.get(kind) ?? []
    const items = (await found(auditor, { text })).filter((item) => item.kind === kind)
    expect(items).not.toEqual([])
    expect(items).toContainEqual(expect.objectContaining({ kind, says: expect.stringMatching(says) }))
    expect(await found(auditor, { text, kind })).toEqual(items)
    for (const role of ['support', 'content', 'risk', 'finance_maker'] as const satisfies StaffRole[]) {
      const person = await joinStaff(program.services, staff, {
        username: `${role.replace('_', '-')}-${kind.replace('_', '-')}`,
        roles: [role],
      })
      expect([role, (await found(person, { text, kind })).length > 0]).toEqual([role, roles.includes(role)])
    }
  })

  test('is found by nothing that only looks like it', async () => {
    // A person is found by the start of any word of the name, and these names have a random one.
    const beginnings = kind === 'person' ? [] : ['0', 'W']
    for (const text of [
      ...["' or 1=1 --", '%', '_', '\\', '*'],
      ...beginnings,
      '00000000-0000-4000-8000-000000000000',
    ]) {
      expect(await found(auditor, { text, kind })).toEqual([])
    }
  })
})

test('the audit keeps whom somebody found, and nothing of what they typed', async () => {
  const { customer_id, username } = customer
  await found(auditor, { text: username, kind: 'customer' })
  const [kept] = await program.db.asOwner<{ actor_name: string; details: unknown; whole: string }>(
    `select actor_name, details, entry::text as whole from audit.entries as entry
     where action = 'search.made' order by sequence desc limit 1`,
  )
  expect(kept).toMatchObject({ actor_name: 'auditor', details: { found: [`customer ${customer_id}`] } })
  expect(kept?.whole).not.toContain(username)
})

test('a name’s beginning is looked for by the index, however many names there are', async () => {
  await program.db.asOwner(`
    insert into identity.persons (person_id, full_name, name_folded, document_hash, verified_by, verified_at)
    select gen_random_uuid(), 'Zed' || number, 'ZED' || lpad(number::text, 6, '0'), sha256(number::text::bytea),
      (select staff_id from operators.staff limit 1), now()
    from generate_series(1, 5000) as number`)
  await program.db.asOwner('analyze identity.persons')
  const search = SEARCHES.find(({ kind }) => kind === 'person')
  const { rows, found: persons } = await rowsRead(
    program.services.database,
    'identity.persons',
    (tx) => search?.find(tx, 'zed00012', 20) ?? Promise.resolve([]),
  )
  expect(persons).toHaveLength(10)
  expect(rows).toBeLessThan(100)
})
