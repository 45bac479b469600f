import { because, text } from '@adtally/contract/fields.ts'
import { listFlags } from '@adtally/contract/operator/fields.ts'
import { GUEST_TEXT_LENGTH_MAX } from '@adtally/contract/service/guest.ts'
import * as z from 'zod/mini'
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
import { answerFlags, refuseOvertaken } from './overtaken.ts'

const LISTED_DEFAULT = 100

/** Staff's name for a visitor's thread, such as `guest-17`. */
const guest = z.pipe(
  z.string({ error: because('field_invalid') }).check(z.regex(/^guest-\d{1,12}$/, 'field_invalid')),
  z.transform((name: string) => Number(name.slice('guest-'.length))),
)

async function threadOf(tx: Transaction, number: number): Promise<string> {
  const thread_id = await threadOfNumber(tx, number)
  if (thread_id === null) throw new Refusal('record_not_found', { field: 'guest' })
  return thread_id
}

export const guestVerbs: readonly StaffVerb[] = [
  listVerb({
    name: 'list-guests',
    summary: 'Visitors without an account whose messages wait for an answer, longest first',
    roles: ['support', 'auditor'],
    limit_default: LISTED_DEFAULT,
    parts: WAITING_GUEST_PLACE,
    read: waitingGuests,
  }),
  staffVerb({
    name: 'show-guest',
    summary: "A visitor's thread, newest first: --guest guest-N",
    roles: ['support', 'auditor'],
    input: z.strictObject({ ...listFlags, guest }),
    run: (services, _staff, input) =>
      listPage(services, input, {
        limit_default: LISTED_DEFAULT,
        parts: [isId],
        read: async (tx, before, limit) => {
          const rows = await guestMessages(tx, await threadOf(tx, input.guest), {
            before: before?.[0],
            limit,
          })
          return rows.map(({ message_id, author, text, sent_at, read_at }) => ({
            row: { message_id, author, text, sent_at, read_at },
            place: [message_id] as const,
          }))
        },
      }),
  }),
  staffVerb({
    name: 'answer-guest',
    summary:
      'Answer a visitor; marks what they wrote read: --guest guest-N --text TEXT --seen-id MESSAGE_ID (the newest you saw); --anyway, where a colleague answered meanwhile',
    roles: ['support'],
    once: true,
    input: z.strictObject({ guest, text: text(GUEST_TEXT_LENGTH_MAX), ...answerFlags }),
    run: ({ database }, staff, input) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        const thread_id = await threadOf(tx, input.guest)
        await touchThread(tx, thread_id)
        const { staff_id } = staff
        refuseOvertaken(
          await guestAnswerSince(tx, thread_id, { seen: input.seen_id, staff_id }),
          input.anyway,
        )
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
  }),
]
