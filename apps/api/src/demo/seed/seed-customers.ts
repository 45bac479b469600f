import { createHash, randomBytes } from 'node:crypto'
import type { PlanStatus } from '@adtally/contract/enums.ts'
import { userInfoCall } from '@adtally/contract/identity/identity.ts'
import { register } from '@adtally/contract/identity/registration.ts'
import { setPassword } from '@adtally/contract/money/wallet.ts'
import { assistanceFollow, assistanceList } from '@adtally/contract/plans/follow.ts'
import { planList, planPut } from '@adtally/contract/plans/plans.ts'
import { productList } from '@adtally/contract/plans/products.ts'
import { chatList, depositDetails } from '@adtally/contract/service/service.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import type { Clock } from '../../database/time/clock.ts'
import type { SecretFor } from '../../secrets.ts'
import { demoPassword, demoTransactionPassword } from '../credentials.ts'
import type { CustomerApps } from '../customer-apps.ts'
import { CallRefused, type CustomerClient } from '../customer-client.ts'
import type { Office, Payment } from '../office.ts'
import { ADVERTISERS, CUSTOMERS } from './catalogue.ts'
import { seedCoupons } from './seed-coupons.ts'
import { BOND_PAYMENT, seedExchange } from './seed-exchange.ts'
import { bookEscrow, escrowPayment } from './seed-market.ts'
import { OWN_PAYMENT, seedPromotion, takeStartup } from './seed-promotion.ts'

type DemoCustomer = (typeof CUSTOMERS)[number]

/** A customer's sign-in, as written to `demo.json`. */
export interface CustomerSignIn {
  username: string
  password: string
  transaction_password: string
}

/** The program's address, and the secret from which passwords are derived. */
export interface SeedTarget {
  url: string
  base_path: string
  secret: SecretFor
  clock: Clock
  /** Pays each payment in once and has the program fetch the statement. */
  receive(payments: readonly Payment[]): Promise<void>
}

/** A customer who registers with the demo's network and pays in. */
export interface Joining {
  username: string
  nickname: string
  person: string
  deposit: string
}

/** Seeds customers who registered, paid in and set a transaction password, one following the other, by real calls. */
export async function seedCustomers(office: Office, target: SeedTarget, apps: CustomerApps): Promise<void> {
  const clients = new Map<DemoCustomer, CustomerClient>()
  for (const one of CUSTOMERS) clients.set(one, await joinCustomer(office, target, apps, one))
  await payIn(office, target, clients)
  await followOne(clients)
  for (const [{ username }, client] of clients) {
    const info = await client.call(userInfoCall, {})
    const password = createHash('md5').update(demoTransactionPassword(target.secret, username)).digest('hex')
    if (!info.transaction_password_set) await client.call(setPassword, { password })
  }
  await seedPromotion(office)
}

/** What those customers have in progress: a running plan, an acceptance code, coupons and startup funds. */
export async function seedPresent(office: Office, target: SeedTarget, apps: CustomerApps): Promise<void> {
  const clients = new Map<DemoCustomer, CustomerClient>()
  for (const one of CUSTOMERS) clients.set(one, await apps.client(one.username))
  for (const [{ plan }, client] of clients) if (plan) await placePlan(client, plan)
  const last = [...clients.values()].at(-1)
  if (last) await seedExchange(office, target, last)
  const [first] = clients
  if (first) {
    const [{ username }, client] = first
    await seedCoupons(office, target.clock, client, username)
    await takeStartup(client)
  }
}

/** A customer's sign-in, as written to `demo.json`. */
export function signInOf(target: Pick<SeedTarget, 'secret'>, username: string): CustomerSignIn {
  return {
    username,
    password: demoPassword(target.secret, username),
    transaction_password: demoTransactionPassword(target.secret, username),
  }
}

/** Issues an authorization code for a verified person. */
export async function issueCode(office: Office, person_name: string): Promise<string> {
  const document_hash = createHash('sha256').update(`identity card of ${person_name}`).digest('hex')
  const { licence_code } = await office.run('issue-code', { person_name, document_hash })
  return String(licence_code)
}

/** Issues unused codes for visitors who try the registration, each for another person. */
export async function issueSpareCodes(office: Office, count: number): Promise<string[]> {
  const codes: string[] = []
  for (let index = 0; index < count; index += 1) {
    codes.push(await issueCode(office, `Demo Guest ${randomBytes(3).toString('hex')}`))
  }
  return codes
}

/** Signs a customer in, after registering them with a code if they are new. */
export async function joinCustomer(
  office: Office,
  target: SeedTarget,
  apps: CustomerApps,
  customer: Joining,
): Promise<CustomerClient> {
  const { username, nickname, person } = customer
  try {
    return await apps.client(username)
  } catch (error) {
    if (!(error instanceof CallRefused) || error.reason !== 'credentials_wrong') throw error
    await revokeLost(office, person)
    const licence_key = await issueCode(office, person)
    const names = { username, nickname, email: `${username}@example.com`, phone: '+66812345678' }
    const password = demoPassword(target.secret, username)
    const form = { ...names, password, confirm_password: password, licence_key }
    const client = apps.fresh()
    client.signedIn((await client.call(register, form)).token)
    apps.keep(username, client)
    return client
  }
}

/** Revokes a code from a start that was cut off: it was shown once, and nobody kept it. */
async function revokeLost(office: Office, person_name: string): Promise<void> {
  for (const { code_id, ...code } of await office.list('list-codes')) {
    if (code.person_name !== person_name || code.state !== 'open') continue
    await office.run('revoke-code', { code_id, reason: 'It was never handed over' })
  }
}

const account = z.looseObject({ reference: z.string() })

/** Read from the chat if the customer has asked already. */
async function depositAccount(client: CustomerClient): Promise<z.infer<typeof account>> {
  const { items } = await client.call(chatList, {})
  const answer = items.find(({ kind }) => kind === 'deposit_details')
  if (answer) return z.parse(account, JSON.parse(answer.text))
  return await client.call(depositDetails, { request_id: newId() })
}

/** A customer's first payment, with the reference that they asked for. */
export async function depositPayment(
  client: CustomerClient,
  { person, username, deposit }: Joining,
): Promise<Payment> {
  const { reference } = await depositAccount(client)
  return {
    bank_reference: `DEMO-DEPOSIT-${username}`,
    amount: deposit,
    name: person,
    account: `PLAYER-${reference}`,
    remittance: reference,
  }
}

/** One bank statement with everybody's first payment; the bank makes each payment once. */
async function payIn(
  office: Office,
  { receive }: SeedTarget,
  clients: ReadonlyMap<DemoCustomer, CustomerClient>,
): Promise<void> {
  const escrows = ADVERTISERS.map((advertiser, index) =>
    escrowPayment(advertiser, `DEMO-ESCROW-${index + 1}`, advertiser.escrow),
  )
  const deposits: Payment[] = []
  for (const [customer, client] of clients) {
    const info = await client.call(userInfoCall, {})
    if (info.total_deposited === '0.00') deposits.push(await depositPayment(client, customer))
  }
  if (deposits.length === CUSTOMERS.length) {
    await receive([...escrows, BOND_PAYMENT, OWN_PAYMENT, ...deposits])
  }
  for (const [index, { name }] of ADVERTISERS.entries()) {
    await bookEscrow(office, name, `DEMO-ESCROW-${index + 1}`)
  }
}

/** The customer without a plan follows the one who places it, before it is placed, and so gets a draft. */
async function followOne(clients: ReadonlyMap<DemoCustomer, CustomerClient>): Promise<void> {
  const [leader] = [...clients].filter(([{ plan }]) => plan !== null).map(([, client]) => client)
  if (!leader) return
  const { own } = await leader.call(assistanceList, {})
  for (const [{ plan }, client] of clients) {
    const { items } = await client.call(assistanceList, {})
    if (plan !== null || items.length > 0) continue
    const { operated_id, fee_percent } = own
    await client.call(assistanceFollow, { request_id: newId(), operated_id, fee_percent })
  }
}

const UNDER_WAY: readonly PlanStatus[] = ['waitPut', 'matching', 'putting']

/** Places the plan unless one of this product is under way. */
async function placePlan(client: CustomerClient, plan: { product: string; amount: string }): Promise<void> {
  const { items: placed } = await client.call(planList, {})
  const isSuch = ({ product_name, status }: (typeof placed)[number]) =>
    product_name === plan.product && UNDER_WAY.includes(status)
  if (placed.some(isSuch)) return
  const { items: products } = await client.call(productList, { search: plan.product })
  const product_id = products[0]?.product_id
  if (product_id === undefined) throw new Error(`there is no product ${plan.product}`)
  await client.call(planPut, { request_id: newId(), product_id, amount: plan.amount, duration_days: 30 })
}
