import {
  issueAcceptanceCode,
  withdrawAcceptanceCode,
} from '@adtally/contract/operator/finance/acceptors-exchange.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type Staff, staffVerb } from '../module.ts'
import * as policies from '../policies/index.ts'
import type { Services } from '../services.ts'
import { lockAcceptor } from './acceptors.repository.ts'
import { acceptanceCodeHash, newAcceptanceCode } from './orders/acceptance-code.ts'
import { ORDER_DUE_JOB } from './orders/order-due.job.ts'
import { CODE_LIFE_MS } from './orders/order-states.ts'
import { insertOrder, lockOrder, moveOrder, type Order, outstandingOf } from './orders/orders.repository.ts'
import { newestReferenceRate } from './reference-rates.repository.ts'
import { exchangeFee, feeWithin, hundredths, offerRefusal, receivedFor } from './rules.ts'

const HOUR_MS = 3_600_000

/** What an acceptor offers to exchange. */
export interface OfferRequest {
  acceptor_id: string
  amount_micros: Micros
  currency: string
  rate_micros: bigint
}

/**
 * Makes an offer with a new 30-minute code, bound to amount, rate, reference, spread and fee (PRODUCT §11). The code
 * is returned once; only its hash is kept. Throws `record_not_found`, `state_conflict`, `reference_rate_missing`,
 * `field_invalid` (a rate too far from the reference), `acceptor_limit_exceeded`.
 */
export async function makeOffer(
  services: Services,
  staff: Staff,
  request: OfferRequest,
): Promise<{ order: Order; code: string }> {
  const code = newAcceptanceCode()
  const code_hash = acceptanceCodeHash(code)
  if (!code_hash) throw new RangeError('A code that was just made is not well formed')
  const order = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const made = await insertOrder(tx, await offerOf(services, tx, staff, request, code_hash))
    await schedule(tx, { kind: ORDER_DUE_JOB, subject_id: made.order_id, due_at: made.code_expires_at })
    await audit.byStaff(tx, staff, {
      action: 'acceptance_code.issued',
      subject: { kind: 'exchange_order', id: made.order_id },
      details: {
        acceptor_id: made.acceptor_id,
        amount_micros: made.amount_micros,
        currency: made.receive_currency,
        rate_micros: made.rate_micros,
        reference_rate_id: made.reference_rate_id,
      },
    })
    return made
  })
  return { order, code }
}

async function offerOf(
  services: Services,
  tx: Transaction,
  { staff_id }: Staff,
  { acceptor_id, amount_micros, currency, rate_micros }: OfferRequest,
  code_hash: Buffer,
) {
  const created_at = services.clock.now()
  const policy = policies.current(services)
  const acceptor = await lockAcceptor(tx, acceptor_id)
  if (!acceptor) throw new Refusal('record_not_found', { field: 'acceptor_id' })
  const since = new Date(created_at.getTime() - policy.exchange_reference_age_max_ms)
  const reference = await newestReferenceRate(tx, currency, since)
  const fee_basis_points = feeWithin(acceptor.fee_basis_points, policy.exchange_fee_max_percent)
  const fee_micros = exchangeFee(amount_micros, fee_basis_points)
  const receive_micros = receivedFor(amount_micros, fee_micros, rate_micros)
  const refusal = offerRefusal({
    amount_micros,
    receive_micros,
    rate_micros,
    acceptor_is_open: acceptor.is_open,
    limit_micros: acceptor.limit_micros,
    outstanding_micros: await outstandingOf(tx, acceptor_id),
    reference_rate_micros: reference?.rate_micros ?? null,
    spread_max_percent: policy.exchange_spread_max_percent,
  })
  if (refusal || !reference) {
    const { reason, field } = refusal ?? { reason: 'reference_rate_missing', field: 'currency' }
    const exchange_reference_age_max_hours = policy.exchange_reference_age_max_ms / HOUR_MS
    throw new Refusal(reason, { field, values: { exchange_reference_age_max_hours } })
  }
  return {
    order_id: newId(),
    acceptor_id,
    code_hash,
    code_expires_at: new Date(created_at.getTime() + CODE_LIFE_MS),
    amount_micros,
    fee_basis_points,
    fee_micros,
    receive_currency: currency,
    rate_micros,
    reference_rate_id: reference.rate_id,
    reference_rate_micros: reference.rate_micros,
    receive_micros,
    issued_by: staff_id,
    policy_version: policy.version,
    created_at,
  }
}

/** `issue-acceptance-code`: makes an offer that an acceptor asked for and prints its code. */
export const issueAcceptanceCodeVerb = staffVerb(
  issueAcceptanceCode,
  async (services, staff, { acceptor_id, amount, currency, rate }) => {
    const request = { acceptor_id, amount_micros: amount, currency, rate_micros: rate }
    const { order, code } = await makeOffer(services, staff, request)
    return {
      order_id: order.order_id,
      number: order.number,
      code,
      expires_at: order.code_expires_at,
      fee: formatAmount(order.fee_micros),
      receive: `${formatAmount(order.receive_micros)} ${order.receive_currency}`,
      spread_percent: hundredths(order.spread_basis_points),
    }
  },
)

/** `withdraw-acceptance-code`: ends an offer that no customer has confirmed. */
export const withdrawAcceptanceCodeVerb = staffVerb(
  withdrawAcceptanceCode,
  (services, staff, { order_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const order = await lockOrder(tx, order_id)
      if (!order) throw new Refusal('record_not_found', { field: 'order_id' })
      if (order.status !== 'offered') throw new Refusal('state_conflict', { field: 'order_id' })
      await withdrawOffer(services, tx, staff, order, reason)
      return { order_id, status: 'withdrawn' }
    }),
)

/** Ends a locked offer, and tells the reason to the customer who entered its code, if any did. */
export async function withdrawOffer(
  { clock }: Services,
  tx: Transaction,
  staff: Staff,
  order: Order,
  reason: string,
): Promise<void> {
  await moveOrder(tx, order, 'withdrawn', clock.now(), { detail: reason })
  await audit.byStaff(tx, staff, {
    action: 'acceptance_code.withdrawn',
    subject: { kind: 'exchange_order', id: order.order_id },
    customer_id: order.customer_id ?? undefined,
    reason,
  })
}
