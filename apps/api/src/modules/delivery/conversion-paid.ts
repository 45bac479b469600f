import type { Subscription } from '../module.ts'
import { CONVERSION_PAID_TOPIC, conversionPaid } from '../plans/index.ts'
import { applyChanges, NO_FIGURES } from '../statistics/index.ts'
import { becomeProcessor, recordPayment } from './processor.repository.ts'
import { minuteOf } from './processor.ts'

/** An owed conversion was paid from a top-up: it is revenue now, in the minute in which it happened. */
export const conversionPaidSubscription: Subscription = {
  topic: CONVERSION_PAID_TOPIC,
  async handle(_services, tx, payload) {
    const { conversion_id, payout_micros } = conversionPaid.parse(payload)
    await becomeProcessor(tx)
    const paid = await recordPayment(tx, conversion_id, BigInt(payout_micros))
    if (!paid) return
    const { plan_id, customer_id, placement_id, publisher_id, occurred_at } = paid
    await applyChanges(tx, [
      {
        ...NO_FIGURES,
        plan_id,
        customer_id,
        placement_id,
        publisher_id,
        minute: minuteOf(occurred_at),
        revenue_micros: BigInt(payout_micros),
      },
    ])
  },
}
