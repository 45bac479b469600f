import { showExchangeOrder } from '@adtally/contract/operator/finance/acceptors-exchange.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { acceptorById } from '../acceptors.repository.ts'
import { hundredths, rateText } from '../rules.ts'
import { evidenceOf } from './evidence.repository.ts'
import { deadlineOf } from './move-on.ts'
import { changesOf, orderById } from './orders.repository.ts'

/** `show-exchange-order`: what two members of staff look at before they decide; pictures by `save-image`. */
export const showExchangeOrderVerb = staffVerb(showExchangeOrder, (services, _staff, { order_id }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const order = await orderById(tx, order_id)
    const acceptor = order && (await acceptorById(tx, order.acceptor_id))
    if (!order || !acceptor) throw new Refusal('record_not_found', { field: 'order_id' })
    const changes = (await changesOf(tx, [order_id])).get(order_id) ?? []
    const evidence = (await evidenceOf(tx, [order_id])).get(order_id) ?? []
    return {
      order_id,
      number: order.number,
      status: order.status,
      deadline: await deadlineOf(services, order),
      customer_id: order.customer_id,
      acceptor: acceptor.name,
      bond: formatAmount(acceptor.bond_micros),
      amount: formatAmount(order.amount_micros),
      fee: formatAmount(order.fee_micros),
      receive: `${formatAmount(order.receive_micros)} ${order.receive_currency}`,
      rate: rateText(order.rate_micros),
      reference_rate: rateText(order.reference_rate_micros),
      spread_percent: hundredths(order.spread_basis_points),
      policy_version: order.policy_version,
      history: changes.map(({ status, trigger, detail, changed_at, decision_id }) => ({
        status,
        trigger,
        detail,
        changed_at,
        proposal_id: decision_id,
      })),
      evidence: evidence.map(({ party, note, image_ids, created_at }) => ({
        party,
        note,
        file_ids: image_ids,
        created_at,
      })),
    }
  }),
)
