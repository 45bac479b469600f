import type { Subscription } from '../../module.ts'
import { CONVERSION_PAID_TOPIC, conversionPaid } from '../../plans/index.ts'
import { becomeProcessor, recordPayment } from './processor.repository.ts'

/** An owed conversion was paid from a top-up: it is revenue now, in the minute in which it happened. */
export const conversionPaidSubscription: Subscription = {
  topic: CONVERSION_PAID_TOPIC,
  async handle(_services, tx, payload) {
    const { conversion_id, payout_micros } = conversionPaid.parse(payload)
    await becomeProcessor(tx)
    await recordPayment(tx, conversion_id, BigInt(payout_micros))
  },
}
