import { createHash } from 'node:crypto'
import { acceptorDetail, acceptorOrderList } from '@adtally/contract/money/exchange.ts'
import type { Clock } from '../../database/time/clock.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Services } from '../../modules/services.ts'
import type { CustomerClient } from '../customer-client.ts'
import { type Office, type Payment, rowsOf } from '../office.ts'

const ACCEPTOR = 'Lighthouse Exchange Ltd'
const BOND_REFERENCE = 'DEMO-BOND-1'

/** The acceptor's bond, as paid into the demo's bank. */
export const BOND_PAYMENT: Payment = {
  bank_reference: BOND_REFERENCE,
  amount: '1500.00',
  name: ACCEPTOR,
  account: 'FR1420041010050500013M02606',
  remittance: 'Bond',
}

/** A verified acceptor with bond and limit, a reference rate, and one offer whose code a customer has entered. */
export async function seedExchange(
  office: Office,
  { clock }: Pick<Services, 'clock'>,
  customer: CustomerClient,
): Promise<void> {
  const { items } = await customer.call(acceptorOrderList, {})
  const acceptor_id = await acceptorWithBond(office)
  if (items.length > 0 || acceptor_id === null) return
  await withdrawLost(office, acceptor_id)
  const code = await issueCode(office, clock, acceptor_id)
  await customer.call(acceptorDetail, { code: String(code) })
}

/** Withdraws an offer from a start that was cut off: its code was shown once, and nobody kept it. */
async function withdrawLost(office: Office, acceptor_id: string): Promise<void> {
  for (const order of await office.list('list-exchange-orders', { status: 'offered' })) {
    if (order.acceptor_id !== acceptor_id || order.customer_id !== null) continue
    const reason = 'Its code was never handed over'
    await office.run('withdraw-acceptance-code', { order_id: order.order_id, reason })
  }
}

/** Issues an offer and returns its code; if the day has no reference rate yet, two people set it first. */
export async function issueCode(office: Office, clock: Clock, acceptor_id: string): Promise<unknown> {
  const offer = { acceptor_id, amount: '60.00', currency: 'EUR', rate: '0.912000' }
  try {
    return (await office.run('issue-acceptance-code', offer)).code
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'reference_rate_missing') throw error
  }
  await setRate(office, clock)
  return (await office.run('issue-acceptance-code', offer)).code
}

/** Two people set the day's rate. */
export async function setRate(office: Office, clock: Clock): Promise<void> {
  const as_of = clock.now().toISOString()
  const reason = rateReason(clock)
  const rate = { currency: 'EUR', rate: '0.920000', source: 'Sandbox demo rate', as_of, reason }
  await office.decideOnce('set-reference-rate', rate, { action: 'reference_rate.set', reason })
}

/** The reason for a day's rate. It names the day, because a rate proposed earlier may be too old for offers. */
export function rateReason(clock: Clock): string {
  return `A rate for the demo on ${clock.now().toISOString().slice(0, 10)}`
}

/** Null in an older demo whose bank statement has no bond. */
export async function acceptorWithBond(office: Office): Promise<string | null> {
  const listed = rowsOf(await office.run('list-acceptors'))
  const known = listed.find(({ legal_name }) => legal_name === ACCEPTOR)
  const acceptor_id = String(known?.acceptor_id ?? (await createAcceptor(office)))
  const line = await office.lineOf(BOND_REFERENCE)
  if (line !== null) {
    await office.decideOnce(
      'match-bond',
      { line_id: line, acceptor_id },
      { action: 'bond.book', line_id: line },
    )
  }
  const now = rowsOf(await office.run('list-acceptors'))
  const { bond, limit } = now.find((row) => row.acceptor_id === acceptor_id) ?? {}
  if (bond === '0.00') return null
  if (limit === '0.00') {
    const limit_of = { acceptor_id, limit: '900.00', reason: 'A limit for the demo' }
    await office.decideOnce('set-acceptor-limit', limit_of, { action: 'acceptor.limit', acceptor_id })
  }
  return acceptor_id
}

async function createAcceptor(office: Office): Promise<unknown> {
  const acceptor = {
    kind: 'enterprise',
    name: 'Lighthouse Exchange',
    legal_name: ACCEPTOR,
    account_name: ACCEPTOR,
    evidence_hash: createHash('sha256').update(`register entry of ${ACCEPTOR}`).digest('hex'),
    fee_percent: '0.50',
    reason: 'Documents seen',
  }
  const known_by = { action: 'acceptor.create', legal_name: ACCEPTOR }
  return (await office.decideOnce('create-acceptor', acceptor, known_by)).acceptor_id
}
