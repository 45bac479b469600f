import { EVIDENCE_MAX } from '@adtally/contract/money/exchange.ts'
import {
  disputeExchange,
  giveUpExchange,
  markExchangePaid,
} from '@adtally/contract/operator/finance/acceptors-exchange.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { IMAGE_BYTES_MAX } from '@adtally/contract/service/files.ts'
import type { StaffAct } from '@adtally/contract/staff-acts.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { attachImages, keepImage } from '../files/index.ts'
import { readGivenFile } from '../given-file.ts'
import { postTransfers } from '../ledger/index.ts'
import { type Staff, staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import { evidenceOf, insertEvidence } from './orders/evidence.repository.ts'
import { moveOn } from './orders/move-on.ts'
import { lockWithMoney, returnTransfers } from './orders/order-money.ts'
import { lockOrder, type Order, orderById } from './orders/orders.repository.ts'

/** `mark-exchange-paid`: the acceptor says that they have paid; a picture of the payment is required. */
export const markExchangePaidVerb = staffVerb(
  markExchangePaid,
  (services, staff, { order_id, file, note: words }) =>
    takeWord(services, staff, { order_id, file, words, statuses: ['escrowed'] }, () => 'marked_paid'),
)

/** `dispute-exchange`: the acceptor disputes an order, or adds evidence to a disputed one. */
export const disputeExchangeVerb = staffVerb(
  disputeExchange,
  (services, staff, { order_id, note: words, file }) =>
    takeWord(services, staff, { order_id, file, words, statuses: ['paid', 'disputed'] }, ({ status }) =>
      status === 'disputed' ? null : 'acceptor_disputed',
    ),
)

/** `give-up-exchange`: the acceptor will not pay, so the money returns at once. */
export const giveUpExchangeVerb = staffVerb(giveUpExchange, (services, staff, { order_id, reason }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const taken = await lockWithMoney(tx, order_id, returnTransfers)
    if (!taken) throw new Refusal('record_not_found', { field: 'order_id' })
    if (taken.order.status !== 'escrowed') throw new Refusal('state_conflict', { field: 'order_id' })
    await postTransfers(tx, taken.transfers)
    const { status } = await moveOn(services, tx, taken.order, 'given_up', { detail: reason })
    await audit.byStaff(tx, staff, {
      action: 'exchange.given_up',
      subject: { kind: 'exchange_order', id: order_id },
      customer_id: taken.order.customer_id ?? undefined,
      reason,
    })
    return { order_id, status }
  }),
)

/** What an acceptor says about an order, with its picture, and the statuses in which they may say it. */
interface Word {
  order_id: string
  words: string
  file: GivenFile | undefined
  statuses: readonly Order['status'][]
}

/** The audit log's names for the statements that move an order on. */
const ACTS = {
  marked_paid: 'exchange.marked_paid',
  acceptor_disputed: 'exchange.disputed',
} as const satisfies Record<string, StaffAct>
const EVIDENCE_ACT: StaffAct = 'exchange.evidence_added'

/** Keeps an acceptor's words and picture as evidence, and moves the order on where `movesOn` names a trigger. */
async function takeWord(
  services: Services,
  staff: Staff,
  { order_id, words, file, statuses }: Word,
  movesOn: (order: Order) => keyof typeof ACTS | null,
): Promise<{ order_id: string; status: Order['status'] }> {
  const image_ids = file === undefined ? [] : await keepPicture(services, staff, order_id, file)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const order = await lockIn(tx, order_id, statuses)
    await keepEvidence(tx, staff, order, { note: words, image_ids })
    const event = movesOn(order)
    const { status } = event === null ? order : await moveOn(services, tx, order, event)
    await audit.byStaff(tx, staff, {
      action: event === null ? EVIDENCE_ACT : ACTS[event],
      subject: { kind: 'exchange_order', id: order_id },
      customer_id: order.customer_id ?? undefined,
      reason: words,
    })
    return { order_id, status }
  })
}

/** Keeps the acceptor's picture where customer and staff can see it. Throws `record_not_found`, `not_an_image` … */
async function keepPicture(
  services: Services,
  { staff_id }: Staff,
  order_id: string,
  file: GivenFile,
): Promise<string[]> {
  const order = await services.database.transaction({ kind: 'system' }, (tx) => orderById(tx, order_id))
  if (!order?.customer_id) throw new Refusal('record_not_found', { field: 'order_id' })
  const bytes = await readGivenFile(file, { bytes_max: IMAGE_BYTES_MAX })
  const owner = { customer_id: order.customer_id, use: 'exchange', staff_id } as const
  return [(await keepImage(services, owner, bytes)).file_id]
}

async function lockIn(
  tx: Transaction,
  order_id: string,
  statuses: readonly Order['status'][],
): Promise<Order> {
  const order = await lockOrder(tx, order_id)
  if (!order) throw new Refusal('record_not_found', { field: 'order_id' })
  if (!statuses.includes(order.status)) throw new Refusal('state_conflict', { field: 'order_id' })
  return order
}

async function keepEvidence(
  tx: Transaction,
  { staff_id }: Staff,
  { order_id, customer_id }: Order,
  handed: { note: string; image_ids: string[] },
): Promise<void> {
  const given = (await evidenceOf(tx, [order_id])).get(order_id) ?? []
  if (given.filter(({ party }) => party === 'acceptor').length >= EVIDENCE_MAX) {
    throw new Refusal('exchange_evidence_too_often')
  }
  if (customer_id !== null) await attachImages(tx, { customer_id, use: 'exchange' }, handed.image_ids)
  const evidence = { evidence_id: newId(), order_id, party: 'acceptor', request_id: null } as const
  await insertEvidence(tx, { ...evidence, ...handed, recorded_by: staff_id })
}
