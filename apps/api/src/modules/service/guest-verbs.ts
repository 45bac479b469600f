import { answerGuest, listGuests, showGuest } from '@adtally/contract/operator/house/service.ts'
import type { Transaction } from '../../database/database.ts'
import { isId, newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { listPage, listVerb } from '../staff-list.ts'
import {
  guestAnswerSince,
  guestMessages,
  insertGuestMessage,
  markGuestRead,
  threadOfNumber,
  touchThread,
  WAITING_GUEST_PLACE,
  waitingGuests,
} from './guest.repository.ts'
import { refuseOvertaken } from './overtaken.ts'

const LISTED_DEFAULT = 100

async function threadOf(tx: Transaction, number: number): Promise<string> {
  const thread_id = await threadOfNumber(tx, number)
  if (thread_id === null) throw new Refusal('record_not_found', { field: 'guest' })
  return thread_id
}

export const guestVerbs: readonly StaffVerb[] = [
  listVerb(listGuests, {
    limit_default: LISTED_DEFAULT,
    parts: WAITING_GUEST_PLACE,
    read: waitingGuests,
  }),
  staffVerb(showGuest, (services, _staff, input) =>
    listPage(services, input, {
      limit_default: LISTED_DEFAULT,
      parts: [isId],
      read: async (tx, before, limit) => {
        const rows = await guestMessages(tx, await threadOf(tx, input.guest), { before: before?.[0], limit })
        return rows.map(({ message_id, author, text, sent_at, read_at }) => ({
          row: { message_id, author, text, sent_at, read_at },
          place: [message_id] as const,
        }))
      },
    }),
  ),
  staffVerb(answerGuest, ({ database }, staff, input) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const thread_id = await threadOf(tx, input.guest)
      await touchThread(tx, thread_id)
      const { staff_id } = staff
      refuseOvertaken(await guestAnswerSince(tx, thread_id, { seen: input.seen_id, staff_id }), input.anyway)
      await markGuestRead(tx, thread_id, 'service')
      const { message_id } = await insertGuestMessage(tx, {
        message_id: newId(),
        thread_id,
        author: 'service',
        staff_id,
        text: input.text,
        request_id: null,
      })
      await audit.byStaff(tx, staff, {
        action: 'guest.answered',
        subject: { kind: 'guest_thread', id: thread_id },
      })
      return { message_id }
    }),
  ),
]
