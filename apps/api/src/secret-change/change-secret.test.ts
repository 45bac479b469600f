import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { login } from '@adtally/contract/identity/identity.ts'
import { secondFactorBegin, secondFactorConfirm } from '@adtally/contract/identity/security.ts'
import { checkPassword, withdraw } from '@adtally/contract/money/wallet.ts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { connect, onConnection } from '../database/connection.ts'
import { newId } from '../database/identifiers.ts'
import { connectorToken, secretDigest } from '../database/setup/made-with.ts'
import { givenLogins } from '../database/setup/roles.ts'
import { settleSecret } from '../database/setup/settle-secret.ts'
import { openText, sealText } from '../lib/sealed-text.ts'
import { asRole } from '../modules/as-role.ts'
import { authenticateStaff, runVerb } from '../modules/operators/index.ts'
import { reconciliationModule } from '../modules/reconciliation/index.ts'
import type { Services } from '../modules/services.ts'
import { fingerprint } from '../modules/wallet/index.ts'
import { deriveSecrets, NEXT_FILE, readMasterSecret, type SecretFor } from '../secrets.ts'
import { codeNow, secretOf } from '../testing/authenticator-app.ts'
import { fromBase32 } from '../testing/from-base32.ts'
import { LETTER } from '../testing/office/letter.ts'
import { sendInFile } from '../testing/send-in-file.ts'
import { TEST_MASTER_SECRET } from '../testing/servers/cluster.ts'
import { urlOf } from '../testing/servers/own-server.ts'
import { type TestProgram, testProgram } from '../testing/servers/test-program.ts'
import { whyNot } from '../testing/why-not.ts'
import { buildCustomer, transactionPasswordDigest } from '../testing/worlds/build-customer.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { admitStaff, buildStaff, STAFF_PASSWORD } from '../testing/worlds/build-staff.ts'
import { busyCustomer } from '../testing/worlds/busy-customer.ts'
import { addFactor, type CustomerWithFactor } from '../testing/worlds/customer-with-factor.ts'
import { newPartner, runPartnerAct } from '../testing/worlds/partner-world.ts'
import { changeSecret, type Step, type WantedChange } from './change-secret.ts'
import { FORGOTTEN_TABLES, SEALED_COLUMNS, sealedPurposes } from './sealed-columns.ts'
import { dropStopped, type ReopenedProgram, reopen, stop } from './testing/reopened-program.ts'

const NEXT_MASTER = 'the secret that comes next, of tests alone'
const [old, next] = [deriveSecrets(TEST_MASTER_SECRET), deriveSecrets(NEXT_MASTER)]
const { superuser } = inject('cluster')
const DIGITS = '204816'
const ACCOUNT = 'GB82WEST12345698765432'

let program: TestProgram
let reopened: ReopenedProgram
let customer: { username: string; password: string; customer_id: string }
let begun_factor: string
let with_factor: CustomerWithFactor
let staff_totp: Buffer
let before: Map<string, string[]>
let found_before: unknown
/** The secret in the file after the last test. */
let third = NEXT_MASTER
/** Read before a start, which would repair stray triggers. */
let final_after: string[]

const wanted = (more: Partial<WantedChange> = {}): WantedChange => ({
  data_dir: program.services.settings.data_dir,
  database_url: urlOf(program.db.owner),
  given_secret: TEST_MASTER_SECRET,
  new_secret: NEXT_MASTER,
  ...more,
})

/** Runs one statement as the owner in the system's scope, on its own connection. */
async function asOwner<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  return await onConnection(connect(program.db.owner), async (client) => {
    await client.query("set adtally.scope = 'system'")
    return (await client.query<Row>(text, values)).rows
  })
}

/** The sealed texts by column, as this secret opens them, or that it does not. */
async function openedBy(secret: SecretFor): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const purpose of sealedPurposes()) {
    for (const { table, column, context } of SEALED_COLUMNS[purpose]) {
      const rows = await asOwner<{ context: string; sealed: Buffer }>(
        `select ${context}::text as context, ${column} as sealed from ${table} where ${column} is not null`,
      )
      const texts = rows.map((row) => opened(secret(purpose), row))
      found.set(`${table}.${column}`, texts.toSorted())
    }
  }
  return found
}

const CLOSED = 'does not open'

function opened(key: Buffer, { context, sealed }: { context: string; sealed: Buffer }): string {
  try {
    return openText(key, context, sealed)
  } catch {
    return CLOSED
  }
}

beforeAll(async () => {
  program = await testProgram({ real_hashes: true })
  const { services } = program
  const market = await buildMarket(services, program.modules)
  const busy = await busyCustomer(program, market, DIGITS)
  customer = busy
  const { token: session, transaction_password: password } = busy
  begun_factor = (await program.call(secondFactorBegin, { password }, { token: session })).data.secret
  await market.office.decide('set-payee-account', {
    payee_kind: 'platform',
    account_number: 'FR1420041010050500013M02606',
    evidence_file: LETTER,
    reason: 'Documents seen',
  })
  const owner = await newPartner(program, {
    side: 'publisher',
    party_id: market.publisher_id,
    role: 'owner',
  })
  await runPartnerAct(program, owner, 'change-account', { account_number: 'GB33BUKB20201555555555' })
  await asOwner(
    'update partners.secrets set factor_sealed = $1, factor_hash = sha256($1) where person_id = $2',
    [sealText(old('partner-second-factor'), owner.person_id, 'a factor'), owner.person_id],
  )
  // A public address by its number, so that no name is looked up.
  const receiver = { advertiser_id: market.advertiser_id, url: 'https://93.184.215.14/notices' }
  await market.office.run('set-notice-url', { ...receiver, reason: 'Asked for by the advertiser' })
  const [withdrawal] = await asOwner<{ number: string }>('select number from wallet.withdrawals')
  const number = String(withdrawal?.number)
  await market.office.decide('approve-withdrawal', { number })
  await sendInFile(market.office, number)
  with_factor = await addFactor(program, await buildCustomer(services))
  await with_factor.atSignIn(true, with_factor.recovery_codes.pop() ?? '')
  const address = await admitStaff(
    services,
    await buildStaff(services),
    { username: 'fay', roles: ['support'] },
    true,
  )
  staff_totp = secretOf(address)
  const [fay] = await asOwner<{ staff_id: string }>(
    "select staff_id from operators.staff where username = 'fay'",
  )
  const fay_id = String(fay?.staff_id)
  await asOwner(
    `insert into operators.passkeys (
       passkey_id, staff_id, credential_id, name, transports, key_sealed, key_hash, sign_count, added_at)
     values (gen_random_uuid(), $1, '\\x01', 'phone', '{}', $2, sha256($2), 0, now())`,
    [fay_id, sealText(old('staff-passkey'), fay_id, 'a passkey')],
  )
  await plantOnItsWay(session)
  found_before = await foundBy(asRole(services, 'office'))
  await services.ledger.close()
  before = await openedBy(old)
}, 300_000)
afterAll(async () => {
  const users = [next, deriveSecrets(third)].flatMap((secret) =>
    Object.values(givenLogins(superuser, secret)).map(({ user }) => user),
  )
  if (program) await dropStopped(superuser, program, users)
})

const FINAL = [
  "update wallet.payout_files set sealed = '\\x00'",
  'update wallet.connector_key set token_hash = token_hash',
  'update platform.environment set secret_digest = secret_digest',
]

const refusalOf = (statement: string) =>
  asOwner(statement).then(
    () => 'done',
    (error: unknown) => String(error),
  )

/** How many differences the nightly proof of books and audit finds. */
async function foundBy(services: Services): Promise<unknown> {
  const staff = await authenticateStaff(services, 'maker', STAFF_PASSWORD)
  const verb = reconciliationModule.verbs?.find(({ name }) => name === 'reconcile')
  if (!verb) throw new Error('there is no verb reconcile')
  return Object(await runVerb(services, verb, staff, {})).differences
}

/** Plants a host's user signing in, a letter, a device and a count of tries, which are too short-lived to catch. */
async function plantOnItsWay(session: string): Promise<void> {
  const letter_id = newId()
  await asOwner(
    `insert into mail.letters (letter_id, letter_sealed, written_at, expires_at, next_try_at)
     values ($1, $2, platform.now(), platform.now() + interval '1 day', platform.now())`,
    [letter_id, sealText(old('mail-letters'), letter_id, '{"a": "letter"}')],
  )
  const opening_id = newId()
  await asOwner(
    `insert into identity.opening_tickets
       (opening_id, ticket_hash, host_id, subject, profile_sealed, created_at, expires_at)
     values ($1, sha256('t'), 'a-host', 'a-user', $2, platform.now(), platform.now() + interval '1 hour')`,
    [opening_id, sealText(old('identity-contact'), opening_id, '{"a": "profile"}')],
  )
  await asOwner(
    `insert into webpush.devices (session_id, customer_id, subscription_sealed, endpoint_hash, push_service, language, turned_on_at)
     select session_id, customer_id, '\\x00', sha256('a'), 'push.example', 'en', platform.now()
     from identity.sessions where token_hash = sha256(convert_to($1, 'UTF8'))`,
    [session],
  )
  await asOwner(
    `insert into identity.tries (key_hash, tries, ends_at) values (sha256('x'), 9, platform.now() + interval '1 hour')`,
  )
}

describe('a change of the master secret is refused in a sentence, and changes nothing', () => {
  const digest = () => asOwner('select secret_digest from platform.environment')

  test.each<[string, Partial<WantedChange>, RegExp]>([
    ['without a new one', { new_secret: null }, /NEW_SECRET is not; set NEW_SECRET to at least 32/],
    ['with one that is short', { new_secret: 'a'.repeat(31) }, /should be at least 32 random characters/],
    ['with the same', { new_secret: TEST_MASTER_SECRET }, /is the same as SECRET/],
    ['where the old one is another', { given_secret: 'x'.repeat(40) }, /was made with another secret/],
    ['without an old one', { given_secret: null }, /NEW_SECRET is set and SECRET is not/],
    ['while the program runs', {}, /is in use; stop the program/],
  ])('%s [proof 640]', async (_name, more, sentence) => {
    const digest_before = await digest()
    expect(await whyNot(changeSecret(wanted(more)))).toMatch(sentence)
    expect(await digest()).toEqual(digest_before)
    expect(await openedBy(old)).toEqual(before)
  })

  test('control: each kind of sealed column has something in it, which opens by the secret alone', async () => {
    const filled = [...before].filter(([column]) => column !== 'delivery.kept_token_keys.key_sealed')
    expect(filled.filter(([, texts]) => texts.length === 0)).toEqual([])
    expect([...before.values()].flat()).not.toContain(CLOSED)
    for (const table of FORGOTTEN_TABLES) expect(await asOwner(`select from ${table}`), table).not.toEqual([])
    for (const [, texts] of await openedBy(next)) expect(texts.every((text) => text === CLOSED)).toBe(true)
  })

  test('every sealed column of the database is one that is sealed anew, or goes [proof 641]', async () => {
    const rows = await asOwner<{ name: string }>(
      `select format('%s.%s', attrelid::regclass, attname) as name from pg_attribute
       join pg_class class on class.oid = attrelid join pg_namespace namespace on namespace.oid = relnamespace
       where relkind = 'r' and nspname !~ '^(pg_|information_schema$)' and attnum > 0 and not attisdropped
         and attname ~ 'sealed$' and atttypid = 'bytea'::regtype`,
    )
    const known = Object.values(SEALED_COLUMNS).flatMap((columns) =>
      columns.map(({ table, column }) => `${table}.${column}`),
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual(
      [...known, 'webpush.devices.subscription_sealed'].toSorted(),
    )
  })

  test('while a proposed account waits for its second person [proof 642]', async () => {
    await stop(program)
    await asOwner(
      `insert into operators.open_proposals (proposal_id, action, subject_kind, subject_id, about, checkers, expires_at)
       select proposal_id, action, subject_kind, subject_id, '{}', 'finance_checker', expires_at from operators.proposals
       where action = 'payee-account.set' limit 1`,
    )
    expect(await whyNot(changeSecret(wanted()))).toMatch(/has a proposed account to pay at/)
    await asOwner("delete from operators.open_proposals where action = 'payee-account.set'")
    expect(await openedBy(old)).toEqual(before)
  })

  test('cut before its commit it has changed nothing [proof 643]', async () => {
    const cut = (step: Step) => {
      if (step === 'sealed') throw new Error('cut')
    }
    expect(await whyNot(changeSecret(wanted(), cut))).toBe('unexpected: Error: cut')
    expect(await openedBy(old)).toEqual(before)
    expect(await asOwner('select from identity.tries')).not.toEqual([])
  })
})

/** Withdraws to the account bound before; returns the answer's code. */
async function withdrawn(session: string, password: string): Promise<number> {
  const [row] = await asOwner<{ beneficiary_id: string }>('select beneficiary_id from wallet.beneficiaries')
  const asked = { amount: '10.00', beneficiary_id: row?.beneficiary_id ?? '' }
  const checked = await reopened.call(checkPassword, { ...asked, password }, session)
  const grant = String(Object(checked.data).grant)
  return (await reopened.call(withdraw, { ...asked, request_id: newId(), grant }, session)).code
}

describe('once it is changed', () => {
  beforeAll(async () => {
    await changeSecret(wanted())
    final_after = await Promise.all(FINAL.map((statement) => refusalOf(statement)))
    reopened = await reopen(program, NEXT_MASTER)
  }, 300_000)

  test('every sealed text opens by the new secret and says the same, none by the old one [proof 644]', async () => {
    const after = await openedBy(next)
    expect(after.get('delivery.kept_token_keys.key_sealed')).not.toEqual([])
    for (const found of [before, after]) found.delete('delivery.kept_token_keys.key_sealed')
    expect(after).toEqual(before)
    const texts = [...(await openedBy(old)).values()].flat()
    expect(new Set(texts)).toEqual(new Set([CLOSED]))
  })

  test('a start with the old secret is refused, and its logins enter no more [proof 645]', async () => {
    expect(await whyNot(reopen(program, TEST_MASTER_SECRET))).toMatch(/was made with another secret/)
    const { api } = givenLogins(program.db.owner, old)
    await expect(connect(api)).rejects.toThrow(/permission denied for database/)
    const { api: entering } = givenLogins(program.db.owner, next)
    await (await connect(entering)).end()
  })

  test('customers sign in, pay by their transaction password, and use app and recovery code [proof 646]', async () => {
    const { username, password } = customer
    const signed_in = await reopened.call(login, { username, password })
    expect(signed_in.code).toBe(200)
    const session = String(Object(signed_in.data).token)
    const digits = transactionPasswordDigest(DIGITS)
    expect((await reopened.call(checkPassword, { password: digits }, session)).code).toBe(200)
    expect(await withdrawn(session, digits)).toBe(200)
    const wrong = transactionPasswordDigest('000000')
    expect((await reopened.call(checkPassword, { password: wrong }, session)).code).not.toBe(200)
    const code = codeNow(fromBase32(begun_factor))
    expect((await reopened.call(secondFactorConfirm, { code }, session)).code).toBe(200)
    const [recovery = '', spent = ''] = [with_factor.recovery_codes[0], 'aaaaa-aaaaa']
    const named = { username: with_factor.username, password: with_factor.password }
    expect((await reopened.call(login, { ...named, second_factor: spent })).code).not.toBe(200)
    expect((await reopened.call(login, { ...named, second_factor: recovery })).code).toBe(200)
    expect((await reopened.call(login, { ...named, second_factor: recovery })).code).not.toBe(200)
  })

  test('staff sign in by password, and by their second factor [proof 647]', async () => {
    const { services } = reopened
    expect((await authenticateStaff(services, 'checker', STAFF_PASSWORD)).username).toBe('checker')
    await expect(authenticateStaff(services, 'checker', `${STAFF_PASSWORD}?`)).rejects.toThrow()
    await expect(authenticateStaff(services, 'fay', STAFF_PASSWORD)).rejects.toThrow()
    const code = codeNow(staff_totp)
    expect((await authenticateStaff(services, 'fay', STAFF_PASSWORD, code)).username).toBe('fay')
  })

  test('what follows from the secret follows from the new one, and what was counted or bound by it is gone [proof 648]', async () => {
    const [row] = await asOwner<{
      secret_digest: string
      connector: Buffer
      print: Buffer
      customer_id: string
    }>(
      `select secret_digest, token_hash as connector, fingerprint as print, customer_id
       from platform.environment, wallet.connector_key, wallet.beneficiaries`,
    )
    expect(row?.secret_digest).toBe(secretDigest(next))
    expect(row?.connector).toEqual(createHash('sha256').update(connectorToken(next)).digest())
    const [text = ''] = before.get('wallet.beneficiaries.sealed') ?? []
    expect(text).toContain(ACCOUNT)
    expect(row?.print).toEqual(fingerprint(next, String(row?.customer_id), text))
    expect(await asOwner('select from webpush.devices')).toEqual([])
    expect(await asOwner("select from identity.tries where key_hash = sha256('x')")).toEqual([])
    const said = await asOwner("select details from audit.entries where action = 'secret.changed'")
    expect(said).toHaveLength(1)
    expect(JSON.stringify(said)).not.toContain(NEXT_MASTER)
  })

  test('the nightly proof finds nothing, and rows that were final are [proof 653]', async () => {
    expect(found_before).toBe(0)
    expect(await foundBy(asRole(reopened.services, 'office'))).toBe(0)
    expect(final_after).toEqual(FINAL.map(() => expect.stringMatching(/its rows are final/)))
  })
})

test('a secret in a file for a database elsewhere: cut on either side of the commit, the file is the database’s [proof 654]', async () => {
  await reopened.close()
  const data_dir = mkdtempSync(join(tmpdir(), 'adtally-given-'))
  try {
    writeFileSync(join(data_dir, 'secrets.json'), JSON.stringify({ master: NEXT_MASTER }))
    const of_file = wanted({ data_dir, given_secret: null, new_secret: null })
    for (const [cut, is_changed] of [
      ['sealed', false],
      ['committed', true],
    ] as const) {
      const work = changeSecret(of_file, (step) => {
        if (step === cut) throw new Error('cut')
      })
      expect(await whyNot(work)).toBe('unexpected: Error: cut')
      const coming = readMasterSecret(data_dir, NEXT_FILE)
      await settleSecret(of_file)
      third = readMasterSecret(data_dir) ?? ''
      expect(third).toBe(is_changed ? coming : NEXT_MASTER)
      expect(readMasterSecret(data_dir, NEXT_FILE)).toBeNull()
      const [row] = await asOwner<{ secret_digest: string }>('select secret_digest from platform.environment')
      expect(row?.secret_digest).toBe(secretDigest(deriveSecrets(third)))
    }
    expect([...(await openedBy(deriveSecrets(third))).values()].flat()).not.toContain(CLOSED)
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
})
