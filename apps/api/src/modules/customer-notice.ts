import { NOTIFICATION_CATEGORIES } from '@adtally/contract/enums.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../database/database.ts'
import type { FollowsFrom } from '../database/follows-from.ts'
import { publishAll } from '../database/outbox.ts'

/** The outbox topic of what a customer should be told; the service module makes notifications of it. */
export const CUSTOMER_NOTICE_TOPIC = 'customer.notify'

/**
 * A notice for one customer. `message` names the texts `notifications.<message>.title` and `.content` of the
 * server's catalogues; `values` are their ICU arguments, amounts as decimal strings in major units.
 */
export const customerNotice = z.strictObject({
  customer_id: z.uuid(),
  category: z.enum(NOTIFICATION_CATEGORIES),
  message: z.string(),
  values: z.record(z.string(), z.string()),
  /** What it speaks of, so that the app can open it: `plan`, `withdrawal`, `flow` … */
  subject_kind: z.nullable(z.string()),
  subject_id: z.nullable(z.string()),
})

export type CustomerNotice = z.infer<typeof customerNotice>

/** Tells a customer something, if and only if the transaction commits. */
export async function notifyCustomer(tx: Transaction, notice: CustomerNotice): Promise<void> {
  await notifyCustomers(tx, [notice])
}

/** As `notifyCustomer`, of something that has happened to what is theirs; the app opens `subject`, where there is one. */
export async function tellCustomer(
  tx: Transaction,
  customer_id: string,
  {
    subject,
    ...told
  }: Pick<CustomerNotice, 'message' | 'values'> & {
    subject?: { kind: string; id: string | null }
  },
): Promise<void> {
  const opened = { subject_kind: subject?.kind ?? null, subject_id: subject?.id ?? null }
  await notifyCustomer(tx, { customer_id, category: 'activity', ...told, ...opened })
}

/** As `notifyCustomer`, many notices at once; those of one customer arrive in the order given. */
export async function notifyCustomers(
  tx: Transaction,
  notices: readonly (FollowsFrom & CustomerNotice)[],
): Promise<void> {
  await publishAll(
    tx,
    CUSTOMER_NOTICE_TOPIC,
    notices.map(({ request_id, ...notice }) => ({ key: notice.customer_id, payload: notice, request_id })),
  )
}
