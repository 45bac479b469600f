import { afterAll, describe, expect, test } from 'vitest'
import { LETTER } from '../../testing/office/letter.ts'
import { plant } from '../../testing/plant.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { runVerb, verbsOf } from '../operators/index.ts'
import { unassignedLines } from './bank-statements/statements.repository.ts'
import { depositAccountFor } from './deposits/deposit-account.ts'
import { bankDesk } from './testing/bank-desk.ts'

/** Values of the placeholders for ids in the statements below. */
const ids: Record<string, string> = {}

async function proposed(name: string, flags: Record<string, unknown>): Promise<Record<string, unknown>> {
  const verb = verbsOf(t.modules).find((known) => known.name === name)
  if (!verb) throw new RangeError(`there is no verb ${name}`)
  return Object(await runVerb(t.services, verb, staff.maker, { reason: 'so', ...flags }))
}

const t = await testProgram()
afterAll(() => t.close())
const staff = await buildStaff(t.services)
const desk = bankDesk(t)
const customer = await desk.customer('50.00')
await desk.importLines([
  { amount: '9.00', name: 'Nobody', account: 'DE89370400440532013000', remittance: 'x' },
])
const [line] = await t.system((tx) => unassignedLines(tx, 1))
const { reference } = await depositAccountFor(t.services, customer.customer_id)
const { customer_id } = customer
const party = { name: 'A', legal_name: 'A Ltd', account_name: 'A Ltd', evidence_hash: 'ab'.repeat(32) }
const rate = { currency: 'EUR', rate: '0.9', source: 'ECB', as_of: '2026-01-31T14:15:00Z' }
const to = {
  payee_kind: 'platform',
  account_number: 'DE89370400440532013000',
  evidence_file: LETTER,
}
const made = {
  advertiser: await proposed('create-advertiser', party),
  rate: await proposed('set-reference-rate', rate),
  account: await proposed('set-payee-account', to),
  fee: await proposed('set-leader-fee', { customer: customer.username, fee_percent: '5' }),
  status: await proposed('customer-disable', { customer: customer.username }),
  back: await proposed('return-deposit', { line_id: line?.line_id }),
}
for (const [name, { proposal_id, subject_id }] of Object.entries(made)) {
  ids[`${name}_proposal`] = String(proposal_id)
  ids[`${name}_id`] = String(subject_id)
}
Object.assign(ids, { customer: customer_id, line: line?.line_id ?? '', token: staff.checker.session_token })
Object.assign(ids, { reference })

const asOffice = (statements: string) => saidByLogin(t.db.logins.office, statements, ids)
const approve = (name: string) => `select operators.approve('<token>', '<${name}_proposal>', '{}')`
const insert = (name: string, table: string, row: (own: Record<string, string>) => string) => ({
  approved: (own: Record<string, string> = {}) => `${approve(name)}; insert into ${table} ${row(own)}`,
})

const ADVERTISER = (own: Record<string, string>) =>
  `values ('<advertiser_id>', 'A', 'A Ltd', '${own.account_name ?? 'A Ltd'}', decode(repeat('${own.evidence ?? 'ab'}', 32), 'hex'),
    platform.now())`
const RATE = (own: Record<string, string>) =>
  `values ('<rate_id>', 'EUR', ${own.rate ?? '900000'}, 'ECB', '${own.as_of ?? '2026-01-31T14:15:00Z'}',
    ${own.proposal ?? "'<rate_proposal>'"}, platform.now())`
const ACCOUNT = (own: Record<string, string>) =>
  `select (payload ->> 'account_id')::uuid, payee_kind, payee_id, payload ->> 'account_name',
     ${own.sealed ?? "decode(payload ->> 'sealed', 'hex')"}, ${own.masked ?? "payload ->> 'account_masked'"},
     decode(payload ->> 'evidence_hash', 'hex'), proposal_id, platform.now()
   from operators.proposals, jsonb_to_record(payload) as said (payee_kind text, payee_id uuid)
   where proposal_id = '<account_proposal>'`
const FEE = (own: Record<string, string>) =>
  `values (uuidv7(), '<customer>', ${own.percent ?? '5'}, '<fee_proposal>', platform.now())`
const BACK = (own: Record<string, string>) =>
  `(return_id, line_id, amount_micros, account_name, account_number, ordered_by_proposal, ordered_at)
   values (uuidv7(), '<line>', ${own.amount ?? '9000000'}, 'Nobody', '${own.account ?? 'DE89370400440532013000'}',
     ${own.proposal ?? "'<back_proposal>'"}, platform.now())`
const rows = {
  advertiser: insert('advertiser', 'marketplace.advertisers', ADVERTISER),
  rate: insert('rate', 'acceptors.reference_rates', RATE),
  account: insert('account', 'payouts.accounts', ACCOUNT),
  fee: insert('fee', 'follows.leader_fees', FEE),
  back: insert('back', 'wallet.deposit_returns', BACK),
}
const status = (to: string) =>
  `${approve('status')}; update identity.customers set status = '${to}' where customer_id = '<customer>'`

describe('an approval of two people, in the hands of whoever speaks SQL as the office, makes what it says and nothing else', () => {
  test.each<[string, () => string]>([
    ['an escrow’s account name', () => rows.advertiser.approved({ account_name: 'Thief' })],
    ['documents', () => rows.advertiser.approved({ evidence: 'cd' })],
    ['a rate', () => rows.rate.approved({ rate: '9000000' })],
    ['a rate’s time', () => rows.rate.approved({ as_of: '2026-01-31T14:15:01Z' })],
    ['another proposal’s name', () => rows.rate.approved({ proposal: 'uuidv7()' })],
    ['an account number', () => rows.account.approved({ sealed: "'\\x00'" })],
    ['how an account number is shown', () => rows.account.approved({ masked: "'•••• 0000'" })],
    ['a leader’s share', () => rows.fee.approved({ percent: '30' })],
    ['a status', () => status('cancelled')],
    ['where a deposit goes back to', () => rows.back.approved({ account: 'FR7630006000011234567890189' })],
    ['how much of it', () => rows.back.approved({ amount: '8000000' })],
    ['by whose word', () => rows.back.approved({ proposal: 'null' })],
  ])('not with another: %s [proof 242]', async (_name, statements) => {
    expect(await asOffice(statements())).toMatch(/nobody approved|is not to be ordered by this/)
  })

  test('control: as approved each is done; and what differs is, where nothing compares', async () => {
    for (const row of Object.values(rows)) expect(await asOffice(row.approved())).toBe('done')
    expect(await asOffice(status('disabled'))).toBe('done')
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'operators.as_written',
        from: 'where made ? said.key',
        to: 'where false and made ? said.key',
      },
    ])
    expect(await asOffice(rows.rate.approved({ rate: '9000000' }))).toBe('done')
    for (const statement of undoing) await t.db.asOwner(statement)
  })
})

describe('an approval on trial', () => {
  const TRIAL = "select operators.try_approval('<token>', '<rate_proposal>')"
  const row = `insert into acceptors.reference_rates ${RATE({})}`

  test('shows what an act would do, and is never committed [proof 243]', async () => {
    expect(await asOffice(`${TRIAL}; ${row}`)).toMatch(/was approved on trial only/)
    expect(await asOffice(TRIAL)).toMatch(/was approved on trial only/)
    expect(await asOffice(`savepoint a; ${TRIAL}; ${row}; rollback to savepoint a`)).toBe('done')
    expect(await asOffice(`savepoint a; ${TRIAL}; rollback to savepoint a; ${row}`)).toMatch(
      /nobody approved/,
    )
  })

  test('is for whoever is at work', async () => {
    expect(await asOffice("select operators.try_approval('x', '<rate_proposal>')")).toMatch(
      /nobody on the staff/,
    )
  })
})

describe('what the program proposes by itself', () => {
  const propose = (own: {
    amount?: string
    customer?: string
    subject?: string
    how?: string
    more?: string
  }) =>
    saidByLogin(
      t.db.logins.worker,
      `select operators.propose_by_program(
         uuidv7(), 'deposit.book', 'bank_line', '${own.subject ?? '<line>'}', '${own.customer ?? '<customer>'}',
         '{"line_id": "<line>", "amount_micros": "${own.amount ?? '9000000'}", "customer_id": "${own.customer ?? '<customer>'}",
           "matched_by": "${own.how ?? 'reference'}"${own.more ?? ''}}', 'so', '{}', null, '{}')`,
      ids,
    )
  const says = (remittance: string) =>
    t.db.asOwner(
      `begin; set local adtally.scope = 'system';
       update wallet.bank_lines set remittance = '${remittance}' where line_id = '${ids.line}'; commit`,
    )

  test('is what a line of the bank says: whose, how much, by what [proof 244]', async () => {
    const refused = /what a line of the bank says/
    expect(await propose({}), 'the line bears no reference').toMatch(refused)
    await t.db.asOwner('alter table wallet.bank_lines disable trigger bank_lines_assigned_once')
    await says(`to ${ids.reference?.toLowerCase().replace('ad', 'AD ')} thanks`)
    expect(await propose({ amount: '9000001' })).toMatch(refused)
    expect(await propose({ customer: '0198c0de-0000-7000-8000-00000000000a' })).toMatch(refused)
    expect(await propose({ subject: '0198c0de-0000-7000-8000-00000000000a' })).toMatch(refused)
    expect(await propose({ how: 'payer_name' })).toMatch(refused)
    expect(await propose({ more: ', "account": "x"' })).toMatch(refused)
    expect(await propose({}), 'control').toBe('done')
  })
})
