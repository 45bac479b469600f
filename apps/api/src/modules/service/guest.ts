import { createHash } from 'node:crypto'
import type { InputOf } from '@adtally/contract/call.ts'
import type { Language } from '@adtally/contract/enums.ts'
import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import type { guestList } from '@adtally/contract/service/guest.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { JobHandler } from '../module.ts'
import { cutPage, keyOf } from '../paging.ts'
import type { Services } from '../services.ts'
import {
  type GuestMessageRow,
  guestMessages,
  insertGuestMessage,
  markGuestRead,
  openThread,
  removeOldThreads,
  threadOfKey,
  unansweredCount,
} from './guest.repository.ts'

/** How many unanswered messages a thread may have. */
const UNANSWERED_MAX = 12
const HOUR_MS = 60 * 60 * 1000
/** Stated on the page. */
const KEPT_MS = 30 * 24 * HOUR_MS

function digestOf(guest_key: string): Buffer {
  return createHash('sha256').update(guest_key).digest()
}

/**
 * Stores a visitor's message; a repeated request returns the same one. Throws `guest_messages_too_many`,
 * `request_id_reused`.
 */
export async function sendAsGuest(
  services: Services,
  visitor: { address: string; language: Language },
  input: { guest_key: string; request_id: string; text: string },
): Promise<GuestMessageRow> {
  const now_ms = services.clock.now_ms()
  const { guest_key, request_id, text } = input
  const { messages_of_address, threads_of_address } = services.service
  refuseAfter(messages_of_address.take(visitor.address, now_ms))
  const message = await services.database.transaction({ kind: 'system' }, async (tx) => {
    const fresh = { thread_id: newId(), key_hash: digestOf(guest_key), language: visitor.language }
    const { thread_id, is_new } = await openThread(tx, fresh)
    if (is_new) refuseAfter(threads_of_address.take(visitor.address, now_ms))
    const message_id = newId()
    const stored = await insertGuestMessage(tx, {
      message_id,
      thread_id,
      author: 'guest',
      staff_id: null,
      text,
      request_id,
    })
    if (stored.message_id !== message_id) {
      // A retry after a lost reply doesn't count against the limit.
      messages_of_address.giveBack(visitor.address)
    } else if ((await unansweredCount(tx, thread_id)) > UNANSWERED_MAX)
      throw new Refusal('guest_messages_too_many')
    return stored
  })
  if (message.text !== text) throw new Refusal('request_id_reused', { field: 'request_id' })
  return message
}

function refuseAfter(deadline: Date | null): void {
  if (deadline) throw new Refusal('guest_messages_too_many', { deadline })
}

/**
 * A page of a visitor's thread, newest page first, each in chronological order; marks service's messages as read.
 * Empty for an unknown key. Throws `cursor_invalid`.
 */
export async function listAsGuest(
  services: Services,
  { guest_key, cursor, limit = LIMIT_DEFAULT }: InputOf<typeof guestList>,
): Promise<{ messages: GuestMessageRow[]; next_cursor: string | null }> {
  const before = keyOf(cursor)
  return await services.database.transaction({ kind: 'system' }, async (tx) => {
    const thread_id = await threadOfKey(tx, digestOf(guest_key))
    if (thread_id === null) return { messages: [], next_cursor: null }
    await markGuestRead(tx, thread_id, 'guest')
    const found = await guestMessages(tx, thread_id, { before, limit: limit + 1 })
    const { items, next_cursor } = cutPage(found, limit, ({ message_id }) => message_id)
    return { messages: items.toReversed(), next_cursor }
  })
}

/** Deletes visitors' threads 30 days after their last message. */
export const guestThreadsJob: JobHandler = {
  kind: 'service.guest_threads',
  every_ms: 6 * HOUR_MS,
  run: (_services, tx) => removeOldThreads(tx, KEPT_MS),
}
