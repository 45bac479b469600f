import type { Subscription } from '../../module.ts'
import { CONVERSION_PAID_TOPIC, conversionPaid } from '../../plans/index.ts'
import { becomeProcessor, recordPayment } from './processor.repository.ts'

/** Counts an owed conversion that a top-up paid as revenue, in the minute it happened. */
export const conversionPaidSubscription: Subscription = {
  topic: CONVERSION_PAID_TOPIC,
  async handle(_services, tx, payload) {
    const { conversion_id, payout_micros } = conversionPaid.parse(payload)
    await becomeProcessor(tx)
    await recordPayment(tx, conversion_id, BigInt(payout_micros))
  },
}
