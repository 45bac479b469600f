import { schedule } from '../../database/jobs.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { customersAfter } from '../identity/index.ts'
import type { JobHandler } from '../module.ts'
import { announcementById, noteTold } from './repository.ts'

export const TELL_EVERYBODY = 'content.tell_everybody'
/** Customers told in one transaction, so that none is long. */
const AT_ONCE = 500

/** Makes a notification of an announcement for each customer, part by part, and goes on where it stopped. */
export const tellEverybodyJob: JobHandler = {
  kind: TELL_EVERYBODY,
  run: async (services, tx, { subject_id }) => {
    const announcement = await announcementById(tx, subject_id)
    if (!announcement || announcement.withdrawn_at || announcement.told_at) return
    const { announcement_id, category } = announcement
    const customers = await customersAfter(tx, announcement.told_up_to, AT_ONCE)
    for (const customer_id of customers) {
      await notifyCustomer(tx, {
        customer_id,
        category,
        message: 'announcement',
        values: {},
        subject_kind: 'announcement',
        subject_id: announcement_id,
      })
    }
    const is_all = customers.length < AT_ONCE
    await noteTold(tx, announcement_id, { up_to: customers.at(-1) ?? null, is_all })
    if (!is_all) await schedule(tx, { kind: TELL_EVERYBODY, subject_id, due_at: services.clock.now() })
  },
}
