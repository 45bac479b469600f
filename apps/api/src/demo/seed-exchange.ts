import { createHash } from 'node:crypto'
import { acceptorDetail, acceptorOrderList } from '@adtally/contract/exchange.ts'
import type { Services } from '../modules/services.ts'
import type { CustomerClient } from './customer-client.ts'
import type { Office, Payment } from './office.ts'

const ACCEPTOR = 'Lighthouse Exchange Ltd'
const BOND_REFERENCE = 'DEMO-BOND-1'

/** The acceptor's bond, as it arrives on the demo's bank statement. */
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
  await office.decide('set-reference-rate', {
    currency: 'EUR',
    rate: '0.920000',
    source: 'Sandbox demo rate',
    as_of: clock.now().toISOString(),
    reason: 'A rate for the demo',
  })
  const offer = { acceptor_id, amount: '60.00', currency: 'EUR', rate: '0.912000' }
  const { code } = await office.run('issue-acceptance-code', offer)
  await customer.call(acceptorDetail, { code: String(code) })
}

/** Null where the bank statement of an older demo has no bond on it. */
async function acceptorWithBond(office: Office): Promise<string | null> {
  const listed = Object.values(await office.run('list-acceptors')).map((row) => Object(row))
  const known = listed.find(({ legal_name }) => legal_name === ACCEPTOR)
  const acceptor_id = String(known?.acceptor_id ?? (await createAcceptor(office)))
  const line = await office.lineOf(BOND_REFERENCE)
  if (line !== null) await office.decide('match-bond', { line, acceptor_id })
  const now = Object.values(await office.run('list-acceptors')).map((row) => Object(row))
  const { bond, limit } = now.find((row) => row.acceptor_id === acceptor_id) ?? {}
  if (bond === '0.00') return null
  if (limit === '0.00') {
    await office.decide('set-acceptor-limit', {
      acceptor_id,
      limit: '900.00',
      reason: 'A limit for the demo',
    })
  }
  return acceptor_id
}

async function createAcceptor(office: Office): Promise<unknown> {
  const made = await office.decide('create-acceptor', {
    kind: 'enterprise',
    name: 'Lighthouse Exchange',
    legal_name: ACCEPTOR,
    account_name: ACCEPTOR,
    evidence_hash: createHash('sha256').update(`register entry of ${ACCEPTOR}`).digest('hex'),
    fee_percent: '0.50',
    reason: 'Documents seen',
  })
  return made.acceptor_id
}
