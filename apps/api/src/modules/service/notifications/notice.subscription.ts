import { newId } from '../../../database/identifiers.ts'
import { parseInput } from '../../../lib/parse-input.ts'
import { CUSTOMER_NOTICE_TOPIC, customerNotice } from '../../customer-notice.ts'
import type { Subscription } from '../../module.ts'
import { insertNotification } from './notifications.repository.ts'

/** Creates a notification from another module's notice to a customer. */
export const noticeSubscription: Subscription = {
  topic: CUSTOMER_NOTICE_TOPIC,
  handle: async (_services, tx, payload) => {
    const { values, ...notice } = parseInput(customerNotice, payload)
    await insertNotification(tx, { notification_id: newId(), ...notice, message_values: values })
  },
}
