import { chatList } from '@adtally/contract/service/service.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { type Chat, type ChatMessage, mergeMessages, withChanges, withMessage } from './chat-thread.ts'

export type { Chat, ChatMessage } from './chat-thread.ts'

const CHAT_KEY = [chatList.name] as const
/** The interval while no socket reports changes. */
const POLL_MS = 4_000
/** The interval behind a working socket, as a safeguard. */
const LIVE_POLL_MS = 120_000

async function read(client: QueryClient, signal: AbortSignal): Promise<Chat> {
  const known = chatNow(client)
  if (!known) {
    const { items, next_cursor, revision, hours, online } = await request(chatList, {}, { signal })
    return { messages: mergeMessages([], items), older_cursor: next_cursor, revision, hours, online }
  }
  let after = known.revision
  for (;;) {
    const page = await request(chatList, { after: String(after) }, { signal })
    // Keeps what was sent, received or loaded meanwhile.
    const next = withChanges(chatNow(client) ?? known, page)
    if (page.next_cursor === null) return next
    client.setQueryData<Chat>(CHAT_KEY, next)
    after = page.revision
  }
}

/** The chat as far as it is known here. */
export function chatNow(client: QueryClient): Chat | undefined {
  return client.getQueryData<Chat>(CHAT_KEY)
}

/** The chat, polled every few seconds unless a socket reports changes. Only changes are transferred. */
export function chatQuery(live: boolean) {
  return queryOptions({
    queryKey: CHAT_KEY,
    queryFn: ({ client, signal }) => read(client, signal),
    refetchInterval: live ? LIVE_POLL_MS : POLL_MS,
    staleTime: 0,
  })
}

/** Applies changes that the socket reported. */
export function takeChanges(client: QueryClient, changes: Parameters<typeof withChanges>[1]): void {
  client.setQueryData<Chat>(CHAT_KEY, (chat) => chat && withChanges(chat, changes))
}

/** Adds a message to the chat at once. */
export function addMessage(client: QueryClient, message: ChatMessage): void {
  client.setQueryData<Chat>(CHAT_KEY, (chat) => chat && withMessage(chat, message))
}

/** Loads the page before the oldest known message. */
export async function loadOlder(client: QueryClient): Promise<void> {
  const cursor = chatNow(client)?.older_cursor
  if (!cursor) return
  const page = await request(chatList, { cursor })
  client.setQueryData<Chat>(
    CHAT_KEY,
    (chat) =>
      chat && { ...chat, messages: mergeMessages(chat.messages, page.items), older_cursor: page.next_cursor },
  )
}
