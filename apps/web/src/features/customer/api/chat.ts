import type { OutputOf } from '@adtally/contract/call.ts'
import { chatList } from '@adtally/contract/service.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'

export type ChatMessage = OutputOf<typeof chatList>['items'][number]

/** The chat as far as it was read: oldest first, with where older messages go on. */
export interface Chat {
  messages: readonly ChatMessage[]
  /** Null at the beginning. */
  older_cursor: string | null
  hours: string
  online: boolean
}

const CHAT_KEY = [chatList.name] as const
const POLL_MS = 4_000
/** So many messages are read again with each poll: one that was written first may arrive last. */
const OVERLAP = 3

/** Messages of both lists once each, in the order of their ids (UUID v7), the later state of each. */
export function mergeMessages(
  earlier: readonly ChatMessage[],
  later: readonly ChatMessage[],
): readonly ChatMessage[] {
  const all = new Map([...earlier, ...later].map((message) => [message.message_id, message]))
  return [...all.values()].sort((left, right) => (left.message_id < right.message_id ? -1 : 1))
}

/**
 * After which message the next poll has to read: before the oldest own message without a read mark, and never after
 * the last few. Undefined where that is the first message known: then the newest page is read.
 */
export function pollAfter(messages: readonly ChatMessage[]): string | undefined {
  const unmarked = messages.findIndex(({ author, read_at }) => author === 'customer' && read_at === null)
  const latest = messages.length - OVERLAP
  const from = unmarked === -1 ? latest : Math.min(unmarked, latest)
  return messages[from - 1]?.message_id
}

async function poll(client: QueryClient, signal: AbortSignal): Promise<Chat> {
  const known = client.getQueryData<Chat>(CHAT_KEY)
  const after = known && pollAfter(known.messages)
  const page = await request(chatList, after === undefined ? {} : { after }, { signal })
  const { hours, online } = page
  // What was sent or loaded while this was under way is kept.
  const present = client.getQueryData<Chat>(CHAT_KEY)
  return {
    messages: mergeMessages(present?.messages ?? [], page.items),
    older_cursor: present ? present.older_cursor : page.next_cursor,
    hours,
    online,
  }
}

/** The chat, read again every few seconds while it is looked at; only what is new or unmarked travels. */
export function chatQuery() {
  return queryOptions({
    queryKey: CHAT_KEY,
    queryFn: ({ client, signal }) => poll(client, signal),
    refetchInterval: POLL_MS,
    staleTime: 0,
  })
}

/** Puts a message into the chat at once. */
export function addMessage(client: QueryClient, message: ChatMessage): void {
  client.setQueryData<Chat>(
    CHAT_KEY,
    (chat) => chat && { ...chat, messages: mergeMessages(chat.messages, [message]) },
  )
}

/** Reads the page before the oldest message known. */
export async function loadOlder(client: QueryClient): Promise<void> {
  const cursor = client.getQueryData<Chat>(CHAT_KEY)?.older_cursor
  if (!cursor) return
  const page = await request(chatList, { cursor })
  client.setQueryData<Chat>(
    CHAT_KEY,
    (chat) =>
      chat && { ...chat, messages: mergeMessages(page.items, chat.messages), older_cursor: page.next_cursor },
  )
}
