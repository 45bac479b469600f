import { text } from '@adtally/contract/fields.ts'
import { CHAT_TEXT_LENGTH_MAX } from '@adtally/contract/service.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { notifyCustomer } from '../customer-notice.ts'
import { findCustomer } from '../identity/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { Refusal } from '../refusal.ts'
import { insertMessage, markMessagesRead, messagesOf, waitingThreads } from './chat.repository.ts'

const LISTED_MAX = 100

/** Chat from the service's side, by command line now and console later. */
export const serviceVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'list-chats',
    summary: 'Customers whose messages wait for an answer, longest first',
    roles: ['support', 'auditor'],
    input: z.strictObject({}),
    run: ({ database }) => database.transaction({ kind: 'system' }, (tx) => waitingThreads(tx, LISTED_MAX)),
  }),
  staffVerb({
    name: 'show-chat',
    summary: 'A customer’s chat, newest first: --customer USERNAME',
    roles: ['support', 'auditor'],
    input: z.strictObject({ customer: text(64) }),
    run: ({ database }, _staff, { customer }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        const found = await findCustomer(tx, customer)
        if (!found) throw new Refusal('record_not_found', { field: 'customer' })
        return await messagesOf(tx, found.customer_id, { limit: LISTED_MAX })
      }),
  }),
  staffVerb({
    name: 'answer-chat',
    summary: 'Answer a customer in the chat; marks what they wrote read: --customer USERNAME --text TEXT',
    roles: ['support'],
    input: z.strictObject({ customer: text(64), text: text(CHAT_TEXT_LENGTH_MAX) }),
    run: ({ database }, staff, input) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        const found = await findCustomer(tx, input.customer)
        if (!found) throw new Refusal('record_not_found', { field: 'customer' })
        const { customer_id } = found
        const { message_id } = await insertMessage(tx, {
          message_id: newId(),
          customer_id,
          author: 'service',
          staff_id: staff.staff_id,
          staff_name: staff.username,
          kind: 'text',
          text: input.text,
          request_id: null,
        })
        await markMessagesRead(tx, customer_id, message_id, 'service')
        await notifyCustomer(tx, {
          customer_id,
          category: 'activity',
          message: 'service_answer',
          values: { text: input.text.slice(0, 140) },
          subject_kind: 'chat',
          subject_id: message_id,
        })
        return { message_id }
      }),
  }),
]
