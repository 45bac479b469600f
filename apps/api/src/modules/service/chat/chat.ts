import type { Language } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { attachImages, imagesIn, imagesOf, type KeptImage } from '../../files/index.ts'
import { cutPage, keyOf } from '../../paging.ts'
import type { Services } from '../../services.ts'
import { depositAccountFor } from '../../wallet/index.ts'
import { replyAutomatically } from './automatic-reply.ts'
import {
  type ChatMessageRow,
  changesAfter,
  insertMessage,
  lockThread,
  markMessagesRead,
  messageOfRequest,
  messagesBefore,
  revisionOf,
} from './chat.repository.ts'

export interface ChatMessage extends ChatMessageRow {
  images: KeptImage[]
}

/** Messages, and the revision up to which they are complete. */
export interface ChatPage {
  items: ChatMessage[]
  next_cursor: string | null
  revision: number
}

/** A page of the chat, newest first. Throws `cursor_invalid`. */
export async function listMessages(
  services: Services,
  customer_id: string,
  input: { cursor?: string | undefined; limit?: number | undefined },
): Promise<ChatPage> {
  const { limit = LIMIT_DEFAULT } = input
  const cursor = keyOf(input.cursor, isPosition)
  const before = cursor === undefined ? undefined : Number(cursor)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    // Read the revision first: changes between the two reads are then sent twice rather than lost.
    const revision = await revisionOf(tx, customer_id)
    const found = await messagesBefore(tx, customer_id, { before, limit: limit + 1 })
    const { items, next_cursor } = cutPage(found, limit, ({ position }) => String(position))
    return { items: await withImages(tx, items), next_cursor, revision }
  })
}

function isPosition(text: string): boolean {
  return /^\d{1,15}$/.test(text)
}

/** What was sent or marked after a revision, in order; a `next_cursor` only says that there is more. */
export async function listChanges(
  services: Services,
  customer_id: string,
  after: number,
  limit: number,
): Promise<ChatPage> {
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const rows = await changesAfter(tx, customer_id, after, limit + 1)
    const items = await withImages(tx, rows.slice(0, limit))
    const revision = Math.max(after, items.at(-1)?.revision ?? 0)
    return { items, next_cursor: rows.length > limit ? String(revision) : null, revision }
  })
}

/**
 * Sends a customer's text and images; a repeated request returns the same message. The automatic reply is in
 * `language`. Throws `request_id_reused`, `file_not_found`.
 */
export async function sendMessage(
  services: Services,
  { customer_id, language }: { customer_id: string; language: Language },
  input: { request_id: string; text: string; images?: string[] | undefined },
): Promise<ChatMessage> {
  const { request_id, text, images: image_ids = [] } = input
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const revision = await lockThread(tx, customer_id)
    const known = await messageOfRequest(tx, customer_id, request_id)
    if (
      known &&
      (known.kind !== 'text' || known.text !== text || known.image_ids.join() !== image_ids.join())
    )
      throw new Refusal('request_id_reused', { field: 'request_id' })
    const images = await attachImages(tx, { customer_id, use: 'chat' }, image_ids)
    if (known) return { ...known, images }
    const row = { message_id: newId(), customer_id, author: 'customer', kind: 'text', text } as const
    const of_customer = { staff_id: null, staff_name: null, image_ids, request_id }
    const sent = await insertMessage(tx, { ...row, ...of_customer }, revision)
    await replyAutomatically(services, tx, { customer_id, language, revision: sent.revision })
    return { ...sent, images }
  })
}

/** Marks messages by service and the program as read, up to one message. Throws `record_not_found`. */
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
 * Requests deposit details: only the program itself answers, with the legal entity's account and the customer's
 * reference (PRODUCT §2.12). Throws `payments_stopped`, `request_id_reused`.
 */
export async function askForDeposit(services: Services, customer_id: string, request_id: string) {
  const account = await depositAccountFor(services, customer_id)
  return await services.database.transaction({ kind: 'customer', customer_id }, async (tx) => {
    const revision = await lockThread(tx, customer_id)
    const known = await messageOfRequest(tx, customer_id, request_id)
    if (known && known.kind !== 'deposit_details')
      throw new Refusal('request_id_reused', { field: 'request_id' })
    const row = { message_id: newId(), customer_id, author: 'program', kind: 'deposit_details' } as const
    const of_program = { staff_id: null, staff_name: null, text: JSON.stringify(account), request_id }
    const message = known ?? (await insertMessage(tx, { ...row, ...of_program }, revision))
    return { message: { ...message, images: [] }, ...account }
  })
}

async function withImages(tx: Transaction, rows: readonly ChatMessageRow[]): Promise<ChatMessage[]> {
  const images = await imagesOf(
    tx,
    rows.flatMap(({ image_ids }) => image_ids),
  )
  return rows.map((row) => ({ ...row, images: imagesIn(images, row.image_ids) }))
}
