import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import type { Services } from '../../services.ts'
import { type Acceptor, acceptorById } from '../acceptors.repository.ts'
import { acceptanceCodeHash } from './acceptance-code.ts'
import { claimOrder, countCompleted, lockOrderByCode } from './orders.repository.ts'

/** An offer and who makes it. */
export interface Offer {
  order_id: string
  acceptor: Acceptor
  completed_orders: number
}

/**
 * Gives the order behind an acceptance code to the first customer who enters it; nobody else can find it afterwards.
 * Moves no money. Throws `acceptance_code_error` alike for a code that is unknown, used, expired or somebody else's;
 * `too_many_requests` with a `deadline` after ten wrong codes in fifteen minutes.
 */
export async function enterCode(services: Services, customer_id: string, typed: string): Promise<Offer> {
  const { acceptors, clock, database } = services
  const deadline = acceptors.tries.take(customer_id, clock.now_ms())
  if (deadline) throw new Refusal('too_many_requests', { deadline })
  const offer = await database.transaction({ kind: 'system' }, async (tx) => {
    const found = await findOffer(tx, customer_id, typed, clock.now())
    if (!found) await noteWrongCode(tx, customer_id)
    return found
  })
  if (!offer) throw new Refusal('acceptance_code_error', { field: 'code' })
  acceptors.tries.giveBack(customer_id)
  return offer
}

async function findOffer(
  tx: Transaction,
  customer_id: string,
  typed: string,
  now: Date,
): Promise<Offer | null> {
  const code_hash = acceptanceCodeHash(typed)
  const order = code_hash && (await lockOrderByCode(tx, code_hash))
  if (order?.status !== 'offered' || order.code_expires_at <= now) return null
  if (order.customer_id !== null && order.customer_id !== customer_id) return null
  const acceptor = await acceptorById(tx, order.acceptor_id)
  if (!acceptor) return null
  if (order.customer_id === null) await claimOrder(tx, order.order_id, customer_id)
  const completed_orders = await countCompleted(tx, order.acceptor_id)
  return { order_id: order.order_id, acceptor, completed_orders }
}

async function noteWrongCode(tx: Transaction, customer_id: string): Promise<void> {
  await audit.append(tx, {
    actor: { kind: 'customer', customer_id },
    action: 'acceptance_code.wrong',
    subject: { kind: 'customer', id: customer_id },
  })
}
