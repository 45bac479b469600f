import { schedule } from '../../../database/jobs.ts'
import { notifyCustomers } from '../../customer-notice.ts'
import type { JobHandler } from '../../module.ts'
import { holdAnnouncement, noteTold } from '../repository.ts'
import { audienceAfter } from './audience.ts'

export const TELL_EVERYBODY = 'content.tell_everybody'
/** Customers notified in one transaction, so that none is long. */
const AT_ONCE = 500

/** Notifies an announcement's audience in batches once it has begun, and resumes where it stopped. */
export const tellEverybodyJob: JobHandler = {
  kind: TELL_EVERYBODY,
  run: async (services, tx, { subject_id }) => {
    const announcement = await holdAnnouncement(tx, subject_id)
    if (!announcement || announcement.withdrawn_at || announcement.told_at || announcement.is_over) return
    if (announcement.is_waiting) {
      await schedule(tx, { kind: TELL_EVERYBODY, subject_id, due_at: announcement.shown_from })
      return
    }
    const { announcement_id, category } = announcement
    const customers = await audienceAfter(tx, announcement, announcement.told_up_to, AT_ONCE)
    const notices = customers.map((customer_id) => ({
      customer_id,
      category,
      message: 'announcement',
      values: {},
      subject_kind: 'announcement',
      subject_id: announcement_id,
    }))
    await notifyCustomers(tx, notices)
    const is_all = customers.length < AT_ONCE
    await noteTold(tx, announcement_id, { up_to: customers.at(-1) ?? null, is_all })
    if (!is_all) await schedule(tx, { kind: TELL_EVERYBODY, subject_id, due_at: services.clock.now() })
  },
}
