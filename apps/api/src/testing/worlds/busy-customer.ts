import { randomBytes } from 'node:crypto'
import type { Call } from '@adtally/contract/call.ts'
import { CALLS } from '@adtally/contract/calls.ts'
import { contractUploadUrl } from '@adtally/contract/contracts.ts'
import { NEWCOMER_ACTIVITY, userCouponReceive } from '@adtally/contract/money/coupons.ts'
import { acceptorDetail } from '@adtally/contract/money/exchange.ts'
import { vipOpen } from '@adtally/contract/money/vip.ts'
import {
  bankCardEdit,
  checkPassword,
  setPassword,
  transactionFlowDetail,
  transactionFlowList,
  withdraw,
} from '@adtally/contract/money/wallet.ts'
import { assistanceFollow, assistanceList } from '@adtally/contract/plans/follow.ts'
import { planInvalid, planPut } from '@adtally/contract/plans/plans.ts'
import { feedback } from '@adtally/contract/service/feedback.ts'
import { chatSend, depositDetails } from '@adtally/contract/service/service.ts'
import { sql } from 'kysely'
import { newId } from '../../database/identifiers.ts'
import { eventIdOf, keepHouse, settleBooks } from '../../modules/delivery/index.ts'
import { keepImage } from '../../modules/files/index.ts'
import { collect } from '../known-values.ts'
import type { TestProgram } from '../servers/test-program.ts'
import { buildAcceptor, setEuroRate } from './build-acceptor.ts'
import { transactionPasswordDigest } from './build-customer.ts'
import type { Market } from './build-market.ts'

/** A PNG of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A customer who has one of everything that a call can name. */
export interface BusyCustomer {
  customer_id: string
  username: string
  password: string
  token: string
  /** MD5 of the six digits, as sent on the wire. */
  transaction_password: string
  /** Ids, cursors and numbers from this customer's answers, by member name. */
  known: Map<string, string[]>
}

/** Registers, pays in, binds, places, withdraws and writes, all by customers' calls. */
export async function busyCustomer(
  program: TestProgram,
  market: Market,
  digits: string,
): Promise<BusyCustomer> {
  const { customer_id, username, password, token } = await market.customerWith('400.00')
  const options = { token }
  const transaction_password = transactionPasswordDigest(digits)
  await program.call(setPassword, { password: transaction_password }, options)
  const beneficiary = {
    kind: 'bank_account',
    bank_name: 'Harbour Bank',
    beneficiary_name: 'Some Body',
    account_number: 'GB82WEST12345698765432',
  } as const
  const bound = await program.call(bankCardEdit, { beneficiary, password: transaction_password }, options)
  const { beneficiary_id } = bound.data
  const amount = '25.00'
  const checked = await program.call(
    checkPassword,
    { password: transaction_password, amount, beneficiary_id },
    options,
  )
  const grant = checked.data.grant ?? ''
  await program.call(withdraw, { request_id: newId(), amount, beneficiary_id, grant }, options)
  await program.call(
    planPut,
    { request_id: newId(), product_id: market.product_id, amount: '50.00' },
    options,
  )
  await program.call(userCouponReceive, { request_id: newId(), activity_id: NEWCOMER_ACTIVITY }, options)
  await program.call(vipOpen, { request_id: newId(), price: '20.00', vip_fee_percent: 15 }, options)
  await program.call(chatSend, { request_id: newId(), text: 'Good morning' }, options)
  await program.call(depositDetails, { request_id: newId() }, options)
  await program.call(
    feedback,
    { request_id: newId(), subject: 'The chart', content: 'Hard to read' },
    options,
  )
  await followAndExchange(program, market, token)
  await market.office.decide('place-hold', {
    customer: customer_id,
    reason: 'identity_documents',
    documents: 'Passport',
    amount: '1.00',
    evidence: 'The passport on file has expired',
  })
  await keepPasskey(program, customer_id)
  await program.drain()
  const known = await readAll(program, token)
  await readEntries(program, token, known)
  await beginSigning(program, token, known)
  await uploadDocument(program, customer_id, known)
  return { customer_id, username, password, token, transaction_password, known }
}

/** Reads the entries behind the newest fund flow line. */
async function readEntries(program: TestProgram, token: string, known: Map<string, string[]>): Promise<void> {
  const { data } = await program.call(transactionFlowList, {}, { token })
  const [line] = data.items
  if (!line) throw new Error('nothing was ever paid in')
  collect(known, (await program.call(transactionFlowDetail, { id: line.id }, { token })).data, '')
}

/** Starts signing the contract by drawing. */
async function beginSigning(
  program: TestProgram,
  token: string,
  known: Map<string, string[]>,
): Promise<void> {
  const [contract_id = ''] = known.get('contract_id') ?? []
  const asked = { contract_id, media_type: 'image/png', bytes: 100 } as const
  const { data } = await program.call(contractUploadUrl, asked, { token })
  collect(known, { upload_id: data.upload_id }, '')
}

/** Uploads a picture of the document that a hold asks for, without submitting it. */
async function uploadDocument(
  program: TestProgram,
  customer_id: string,
  known: Map<string, string[]>,
): Promise<void> {
  const owner = { customer_id, use: 'hold_document', staff_id: null } as const
  const { file_id } = await keepImage(program.services, owner, PICTURE)
  collect(known, { file_id }, '')
}

/** Adds a passkey that nothing asks for, so that withdrawals need only the transaction password. */
async function keepPasskey({ services }: TestProgram, customer_id: string): Promise<void> {
  await services.database.transaction({ kind: 'system' }, async (tx) => {
    await sql`insert into identity.second_factors (customer_id) values (${customer_id})`.execute(tx)
    await sql`
      insert into identity.passkeys
        (passkey_id, customer_id, credential_id, public_key, sign_count, transports, name, added_at)
        values (${newId()}, ${customer_id}, ${randomBytes(32)}, ${randomBytes(77)}, 0, '{internal}', 'Phone',
          platform.now())`.execute(tx)
  })
}

/** A leader and an acceptor's offers, shared by all busy customers of a market. */
interface Others {
  leader_id: string
  operated_id: string
  acceptor_id: string
}
const others = new WeakMap<Market, Promise<Others>>()

/** Follows somebody who then places a plan, and enters an acceptance code. */
async function followAndExchange(program: TestProgram, market: Market, token: string): Promise<void> {
  const known = others.get(market) ?? makeOthers(program, market)
  others.set(market, known)
  const { leader_id, operated_id, acceptor_id } = await known
  await program.call(assistanceFollow, { request_id: newId(), operated_id, fee_percent: 0 }, { token })
  await market.place(leader_id, 20_000_000n)
  const offer = { acceptor_id, amount: '10.00', currency: 'EUR', rate: '0.915000' }
  const { code } = await market.office.run('issue-acceptance-code', offer)
  await program.call(acceptorDetail, { code: String(code) }, { token })
}

async function makeOthers(program: TestProgram, market: Market): Promise<Others> {
  const leader = await market.customerWith('500.00')
  const { data } = await program.call(assistanceList, {}, { token: leader.token })
  const acceptor_id = await buildAcceptor(market.office, '900.00', (name) =>
    market.payLine({ amount: '900.00', name, remittance: 'bond' }),
  )
  await setEuroRate(market.office, program.services.clock.now())
  return { leader_id: leader.customer_id, operated_id: data.own.operated_id, acceptor_id }
}

/** Makes every call that only reads and needs no input or known ids, twice, so that details are read too. */
async function readAll(program: TestProgram, token: string): Promise<Map<string, string[]>> {
  const known = new Map<string, string[]>()
  const empty = CALLS.filter((call) => call.request.safeParse({}).success && isReading(call))
  for (const call of empty) collect(known, (await program.call(call, {}, { token })).data, '')
  return known
}

/** Whether a call changes nothing: a GET, or a POST without members to act on. */
function isReading({ method, name }: Call): boolean {
  return method === 'GET' || !/logout/i.test(name)
}

const JUDGED_AFTER_MS = 300_000
const ASKED_MAX = 400
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'

/** Has a click on each customer's plan charged that followed on no impression; it is taken back, and each reads of it. */
export async function seeVerdicts(
  program: TestProgram,
  market: Market,
  customers: readonly BusyCustomer[],
): Promise<void> {
  const { key } = await market.addPlacement({ price_model: 'CPC', price: '0.50' })
  await program.services.delivery.refresh()
  const plan_ids = customers.map(({ known }) => known.get('plan_id')?.[0] ?? '')
  for (const plan_id of plan_ids) await clickUnseen(program, { plan_id, key, origin: market.origin })
  await settleBooks(program.services)
  await program.advance(JUDGED_AFTER_MS)
  await keepHouse(program.services)
  // What was decided is counted by now, and not while a test compares.
  await program.services.delivery.counters.flush()
  await program.drain()
  for (const { token, known } of customers) {
    const [plan_id = ''] = known.get('plan_id') ?? []
    const { data } = await program.call(planInvalid, { plan_id }, { token })
    if (data.items.length === 0) throw new Error(`nothing of the plan ${plan_id} was found invalid`)
    collect(known, data, '')
  }
}

async function clickUnseen(
  { server, services }: TestProgram,
  { plan_id, key, origin }: { plan_id: string; key: string; origin: string },
): Promise<void> {
  const headers = { origin, 'user-agent': PHONE }
  for (let asked = 0; asked < ASKED_MAX; asked += 1) {
    const device = `device-that-clicks-${plan_id.slice(-12)}-${asked}`
    const url = `/delivery/v1/decision?placement=${key}&device=${device}`
    const { token = '', click_url } = (await server.inject({ url, headers })).json()
    const opened = services.delivery.codec.open(token, services.clock.now_ms())
    if (typeof opened === 'string' || eventIdOf(opened.ids, 'plan_id') !== plan_id) continue
    await server.inject({ url: click_url, headers })
    return
  }
  throw new Error(`the plan ${plan_id} was never drawn`)
}
