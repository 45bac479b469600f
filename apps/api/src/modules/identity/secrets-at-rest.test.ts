import { hybridLogin } from '@adtally/contract/identity/identity-hybrid.ts'
import { secondFactorBegin } from '@adtally/contract/identity/security.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../database/connection.ts'
import { fromBase32 } from '../../testing/from-base32.ts'
import { LETTER } from '../../testing/office/letter.ts'
import { sendInFile } from '../../testing/send-in-file.ts'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { type BusyCustomer, busyCustomer } from '../../testing/worlds/busy-customer.ts'
import { issueSandboxTicket } from './hosts/entry-ticket.ts'

const TABLES = `select format('%I.%I', nspname, relname) as name, array(
    select attname::text from pg_attribute where attrelid = class.oid and attnum > 0 and attname ~ 'sealed$') as sealed
  from pg_class class join pg_namespace namespace on namespace.oid = relnamespace
  where relkind = 'r' and nspname !~ '^(pg_|information_schema$)'`
/** Values that the helpers give this customer alone. */
const PHONE = '+66812345678'
const ACCOUNT = 'GB82WEST12345698765432'
const PAYEE_ACCOUNT = 'FR1420041010050500013M02606'
const SUBJECT = 'user-at-rest'
const PROFILE = { email: 'at-rest@host.example', phone: '+66898765432', nickname: 'Resting' }

let program: TestProgram
let customer: BusyCustomer
let factor: string
let tables: { name: string; sealed: string[] }[]

beforeAll(async () => {
  program = await testProgram()
  const market = await buildMarket(program.services, program.modules)
  customer = await busyCustomer(program, market, '204816')
  const { token, transaction_password: password } = customer
  factor = (await program.call(secondFactorBegin, { password }, { token })).data.secret
  await program.call(hybridLogin, { ticket: await issueSandboxTicket(program.services, SUBJECT, PROFILE) })
  await market.office.decide('set-payee-account', {
    payee_kind: 'platform',
    account_number: PAYEE_ACCOUNT,
    evidence_file: LETTER,
    reason: 'Documents seen',
  })
  const [withdrawal] = await rowsOf<{ number: string }>('select number from wallet.withdrawals')
  const number = String(withdrawal?.number)
  await market.office.decide('approve-withdrawal', { number })
  await sendInFile(market.office, number)
  tables = await rowsOf(TABLES)
})
afterAll(() => program.close())

/** In the system's scope, because on some tables row-level security binds the owner too. */
async function rowsOf<Row extends object>(text: string, values: string[] = []): Promise<Row[]> {
  const pool = createPool(program.db.owner, { max: 1, scope: 'system' })
  try {
    return (await pool.query<Row>(text, values)).rows
  } finally {
    await pool.end()
  }
}

/** The tables that contain `text`, as text or as bytes. */
async function whereStands(text: string, bytes: Buffer = Buffer.from(text)): Promise<string[]> {
  const looks = tables.map(
    ({ name }) =>
      `select '${name}' as name where exists (select from ${name} t where position(lower($1) in lower(t::text)) > 0
         or position($2 in t::text) > 0)`,
  )
  const found = await rowsOf<{ name: string }>(looks.join(' union all '), [text, bytes.toString('hex')])
  return found.map(({ name }) => name)
}

test('control: what is no secret is found, as text and as bytes', async () => {
  expect(await whereStands(customer.username)).toContain('identity.customers')
  expect(await whereStands(SUBJECT)).toEqual(['identity.opening_tickets'])
  const [row] = await rowsOf<{ sealed: Buffer }>('select sealed from wallet.beneficiaries')
  expect(await whereStands('nowhere', row?.sealed)).toContain('wallet.beneficiaries')
})

test('what the paper calls sealed or digested stands nowhere in the database', async () => {
  const { password, transaction_password, token } = customer
  const secrets = [
    PHONE,
    PROFILE.phone,
    PROFILE.email,
    ACCOUNT,
    PAYEE_ACCOUNT,
    password,
    transaction_password,
    token,
    factor,
  ]
  const found = await Promise.all(secrets.map(async (secret) => [secret, await whereStands(secret)]))
  expect(found.filter(([, names]) => names?.length !== 0)).toEqual([])
  expect(await whereStands('nowhere', fromBase32(factor))).toEqual([])
})

test('the columns for customers, hosts and parties hold what was sealed here', async () => {
  const filled = [
    'identity.customers',
    'identity.opening_tickets',
    'identity.second_factors',
    'payouts.accounts',
    'wallet.beneficiaries',
    'wallet.payout_files',
  ]
  for (const { name, sealed } of tables.filter((table) => filled.includes(table.name))) {
    const [row] = await rowsOf<{ count: string }>(`select count(${sealed[0]}) as count from ${name}`)
    expect([name, Number(row?.count) > 0]).toEqual([name, true])
  }
})
