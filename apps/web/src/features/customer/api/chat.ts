import { chatList } from '@adtally/contract/service/service.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { type Chat, type ChatMessage, mergeMessages, withChanges, withMessage } from './chat-thread.ts'

export type { Chat, ChatMessage } from './chat-thread.ts'

const CHAT_KEY = [chatList.name] as const
/** While no socket tells what is new. */
const POLL_MS = 4_000
/** A socket that tells is trusted, and looked after. */
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
    // What was sent, told or loaded while this was under way is kept.
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

/** The chat; read again every few seconds while no socket tells what is new. Only what changed travels. */
export function chatQuery(live: boolean) {
  return queryOptions({
    queryKey: CHAT_KEY,
    queryFn: ({ client, signal }) => read(client, signal),
    refetchInterval: live ? LIVE_POLL_MS : POLL_MS,
    staleTime: 0,
  })
}

/** Takes what the socket told. */
export function takeChanges(client: QueryClient, changes: Parameters<typeof withChanges>[1]): void {
  client.setQueryData<Chat>(CHAT_KEY, (chat) => chat && withChanges(chat, changes))
}

/** Puts a message into the chat at once. */
export function addMessage(client: QueryClient, message: ChatMessage): void {
  client.setQueryData<Chat>(CHAT_KEY, (chat) => chat && withMessage(chat, message))
}

/** Reads the page before the oldest message known. */
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
