import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { isId, newId } from '../../database/identifiers.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'
import { depositAccountFor } from '../wallet/index.ts'
import { type ChatMessageRow, insertMessage, markMessagesRead, messagesOf } from './chat.repository.ts'

/** A page of the chat: newest first, or with `after` what came later, oldest first. Throws `cursor_invalid`. */
export async function listMessages(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined; after?: string | undefined },
): Promise<{ items: ChatMessageRow[]; next_cursor: string | null }> {
  if (input.cursor !== undefined && !isId(input.cursor))
    throw new Refusal('cursor_invalid', { field: 'cursor' })
  const limit = input.limit ?? LIMIT_DEFAULT
  const rows = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    messagesOf(tx, customer_id, { before: input.cursor, after: input.after, limit: limit + 1 }),
  )
  const items = rows.slice(0, limit)
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.message_id ?? null) : null }
}

/** Sends a customer's text; the same request again answers the same message. Throws `request_id_reused`. */
export async function sendMessage(
  services: Services,
  customer_id: string,
  input: { request_id: string; text: string },
): Promise<ChatMessageRow> {
  const row = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    insertMessage(tx, {
      message_id: newId(),
      customer_id,
      author: 'customer',
      staff_id: null,
      staff_name: null,
      kind: 'text',
      ...input,
    }),
  )
  if (row.text !== input.text || row.kind !== 'text')
    throw new Refusal('request_id_reused', { field: 'request_id' })
  return row
}

/** Marks what service and the program wrote, up to a message, read. Throws `record_not_found`. */
export async function readMessages(
  services: Services,
  customer_id: string,
  message_id: string,
): Promise<void> {
  const known = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    markMessagesRead(tx, customer_id, message_id, 'customer'),
  )
  if (!known) throw new Refusal('record_not_found', { field: 'message_id' })
}

/**
 * Asks for a deposit: the program itself, and nobody else, answers with the legal entity's account and the
 * customer's reference (PRODUCT §2.12). Throws `payments_stopped`, `request_id_reused`.
 */
export async function askForDeposit(services: Services, customer_id: string, request_id: string) {
  const account = await depositAccountFor(services, customer_id)
  const message = await services.database.transaction({ kind: 'customer', customer_id }, (tx) =>
    insertMessage(tx, {
      message_id: newId(),
      customer_id,
      author: 'program',
      staff_id: null,
      staff_name: null,
      kind: 'deposit_details',
      text: JSON.stringify(account),
      request_id,
    }),
  )
  if (message.kind !== 'deposit_details') throw new Refusal('request_id_reused', { field: 'request_id' })
  return { message, ...account }
}
