import { randomBytes } from 'node:crypto'
import { acceptorOrderConfirm } from '@adtally/contract/money/exchange.ts'
import { guestSend } from '@adtally/contract/service/guest.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import { Refusal } from '../lib/refusal.ts'
import { fileOf } from '../modules/given-file.ts'
import type { Staff, StaffVerb } from '../modules/module.ts'
import { runVerb, verbsOf } from '../modules/operators/index.ts'
import { plant } from '../testing/plant.ts'
import { reasonOf } from '../testing/reason-of.ts'
import { saidByLogin } from '../testing/said-by-login.ts'
import { databaseDigest } from '../testing/servers/database-digest.ts'
import { testProgram } from '../testing/servers/test-program.ts'
import { buildMarket } from '../testing/worlds/build-market.ts'
import { buildStaff } from '../testing/worlds/build-staff.ts'
import { busyCustomer, PICTURE, seeVerdicts } from '../testing/worlds/busy-customer.ts'
import { MODULES } from './modules.ts'

type Flags = Record<string, unknown>
const ONCE = verbsOf(MODULES).filter(({ once }) => once)

const program = await testProgram()
afterAll(() => program.close())
const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
await seeVerdicts(program, market, [customer])
const staff = await buildStaff(program.services)
const file = fileOf('picture.png', PICTURE)
const guest_key = randomBytes(32).toString('base64url')
await program.call(guestSend, { guest_key, request_id: newId(), text: 'Hello' })
const [acceptor] = Object.values(await market.office.run('list-acceptors'))
const acceptor_id = String(Object(acceptor).acceptor_id)
const order_id = customer.known.get('order_id')?.[0] ?? ''
const { token, transaction_password: password } = customer
await program.call(acceptorOrderConfirm, { request_id: newId(), order_id, password }, { token })

/** The flags to run each verb with, made anew for each run. */
const FLAGS: Readonly<Record<string, () => Promise<Flags> | Flags>> = {
  'clock-advance': () => ({ by: '1s' }),
  'issue-code': () => ({
    person_name: 'Some Body',
    document_hash: randomBytes(32).toString('hex'),
  }),
  'rotate-postback-secret': () => ({ advertiser_id: market.advertiser_id, reason: 'It leaked' }),
  'issue-app-key': async () => {
    const bundle_id = 'example.gazette.reader'
    await market.addPlacement({ bundle_id, store_url: 'https://store.example/gazette' })
    return { publisher_id: market.publisher_id, bundle_id, reason: 'It leaked' }
  },
  'set-notice-url': () => ({
    ...{ advertiser_id: market.advertiser_id, url: 'https://1.1.1.1/notices', reason: 'Asked for' },
  }),
  'rotate-notice-secret': async () => ({ ...(await toldAdvertiser()), reason: 'It leaked' }),
  'test-notice': async () => ({ ...(await toldAdvertiser()), reason: 'Asked for' }),
  'create-creative': () => ({
    ...{ product_id: market.product_id, kind: 'native', headline: 'Play', body: 'Now', file },
  }),
  'declare-related': () => ({
    ...{ kind: 'staff', party_name: 'Somebody’s sister', advertiser_id: market.advertiser_id },
    ...{ share_percent: '30', since: '2026-01-01', reason: 'Register' },
  }),
  'answer-chat': () => ({ customer: customer.username, text: 'Good evening', anyway: true }),
  'answer-feedback': async () => {
    const [given] = await market.office.list('list-feedback', { customer: customer.username })
    return { feedback_id: given?.feedback_id, text: 'Thank you', anyway: true }
  },
  'answer-guest': () => ({ guest: 'guest-1', text: 'Good evening', anyway: true }),
  'issue-acceptance-code': () => ({
    acceptor_id,
    amount: '10.00',
    currency: 'EUR',
    rate: '0.920000',
  }),
  'mark-exchange-paid': () => ({ order_id, file, note: 'Paid by bank' }),
  'dispute-exchange': () => ({ order_id, file, note: 'Here is another picture' }),
  'traffic-appeal-file': () => ({
    publisher_id: market.publisher_id,
    event_id: customer.known.get('event_id')?.[0],
    grounds: 'They were at our fair.',
  }),
}

/** The market's advertiser, who wants notices. */
async function toldAdvertiser() {
  const { advertiser_id } = market
  await market.office.run('set-notice-url', {
    ...{ advertiser_id, url: 'https://1.1.1.1/notices', reason: 'Asked for' },
  })
  return { advertiser_id }
}

function person(verb: StaffVerb): Staff {
  const found = [staff.maker, staff.checker, ...staff.admins].find(({ roles }) =>
    roles.some((role) => verb.roles.includes(role)),
  )
  if (!found) throw new Error(`nobody may ${verb.name}`)
  return found
}

async function digest(): Promise<Record<string, string>> {
  const { 'operators.sessions': _, ...rest } = await databaseDigest(program.db)
  return rest
}

test('each verb that is done once is tried here', () => {
  expect(Object.keys(FLAGS).toSorted()).toEqual(ONCE.map(({ name }) => name).toSorted())
})

describe.each(ONCE)('$name', (verb) => {
  test('asked again by its request is done once, and says what was done [proof 330]', async () => {
    const flags = await FLAGS[verb.name]?.()
    const by = person(verb)
    const request_id = newId()
    const asked = () => runVerb(program.services, verb, by, { ...flags, request_id })
    await asked()
    const before = await digest()
    const refusal = await asked().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ reason: 'request_done', details: { field: 'request_id' } })
    expect(await digest()).toEqual(before)
  })
})

const clock = () => ONCE.find(({ name }) => name === 'clock-advance')
const outcomeOf = (by: Staff, flags: Flags) =>
  reasonOf(runVerb(program.services, clock() ?? raise(), by, { by: '1s', ...flags }))
function raise(): never {
  throw new Error('there is no clock-advance')
}

test('of two at once by one request, one is done; two people’s requests are each their own [proof 331]', async () => {
  const request_id = newId()
  const at_once = await Promise.all([1, 2, 3].map(() => outcomeOf(staff.maker, { request_id })))
  expect(at_once.toSorted()).toEqual(['ok', 'request_done', 'request_done'])
  expect(await outcomeOf(staff.checker, { request_id })).toBe('ok')
  expect(await outcomeOf(staff.checker, { request_id })).toBe('request_done')
  expect(await outcomeOf(staff.checker, { request_id: request_id.toUpperCase() })).toBe('request_done')
  expect(await outcomeOf(staff.checker, { request_id: 'x' })).toBe('field_invalid')
})

test('control: where its request is not taken, an act is done again', async () => {
  const request_id = newId()
  const undoing = await plant(program.db.asOwner, [
    { routine: 'operators.take_request', from: 'if done_by <> pg_current_xact_id()', to: 'if false' },
    { routine: 'operators.done_request', from: 'request_id = request', to: 'false' },
  ])
  const outcomes = [
    await outcomeOf(staff.maker, { request_id }),
    await outcomeOf(staff.maker, { request_id }),
  ]
  for (const undo of undoing) await program.db.asOwner(undo)
  expect(outcomes).toEqual(['ok', 'ok'])
})

test('what failed is asked for again by the same request', async () => {
  const request_id = newId()
  expect(await outcomeOf(staff.maker, { request_id, by: '999d' })).toBe('field_invalid')
  expect(await outcomeOf(staff.maker, { request_id })).toBe('ok')
})

test('the office’s login takes no request in another’s name, and takes none back', async () => {
  const say = (statement: string) => saidByLogin(program.db.logins.office, statement)
  const take = (token: string) =>
    `select operators.take_request('${token}', '${newId()}', 'clock.advanced', 'clock', 'sandbox')`
  expect(await say(take('nobody'))).toMatch(/session/)
  expect(await say(take(staff.maker.session_token))).toBe('done')
  expect(await say('delete from operators.done_requests')).toMatch(/permission denied/)
  expect(await say('select 1 from operators.done_requests')).toMatch(/permission denied/)
})

/** Verbs of one person without a request id: running them twice has the effect of once, or is refused. */
const BY_STATE = new Set([
  ...[
    'approve',
    'approve-together',
    'refuse-proposal',
    'change-password',
    'disable-staff',
    'shut-out-partner',
    'end-sessions',
    'end-own-session',
    'remove-own-passkey',
    // The codes of a lost answer end with the next.
    'renew-recovery-codes',
    'revoke-code',
  ],
  ...['host-key-revoke', 'take-back-statement', 'import-statement', 'release-hold', 'decide-appeal'],
  ...['product-open', 'product-close', 'placement-open', 'placement-close', 'coupon-offer-close'],
  ...[
    'approve-creative',
    'refuse-creative',
    'stop-creative',
    'close-acceptor',
    'withdraw-acceptance-code',
    'give-up-exchange',
  ],
  ...['withdraw-announcement', 'read-chat', 'hand-over-payout-file', 'save-payout-file', 'save-image'],
  ...['save-creative', 'save-creative-preview'],
  'demo-office',
  // One on its way is not sent again, and an address is removed once.
  ...['redeliver-notice', 'remove-notice-url', 'withdraw-exchange-key'],
  // A bank line is assigned once.
  ...['confirm-deposit-return', 'confirm-withdrawal', 'confirm-payout', 'match-payouts'],
  // A piece of work is one person’s once, and given back once.
  ...['claim', 'release-claim'],
  // These only look, and record that they did.
  ...['open-evidence', 'save-audit-entries'],
  ...['reconcile', 'judge-money-owed', 'payout-orders', 'ledger-verify', 'audit-verify', 'statistics-verify'],
  // A ticket works once, within a minute, in a sandbox.
  'ticket-issue',
])
const LOOKS = /^(list|show|explain|reveal)-|-(show|list|counts|statement|replay)$|^(platform-money|search)$/

test('every verb proposes, is done once by its request, looks, or is held to its subject’s state', () => {
  const of_none = verbsOf(MODULES)
    .filter(({ name, proposes, once }) => !proposes && !once && !LOOKS.test(name) && !BY_STATE.has(name))
    .map(({ name }) => name)
  expect(of_none).toEqual([])
})
