import type { OutputOf } from '@adtally/contract/call.ts'
import type { chatList } from '@adtally/contract/service/service.ts'

export type ChatMessage = OutputOf<typeof chatList>['items'][number]

/** The chat as far as it is known: oldest first, with where older messages go on. */
export interface Chat {
  messages: readonly ChatMessage[]
  /** Null at the beginning. */
  older_cursor: string | null
  /** Nothing up to here is missing; only what the server told without gaps moves it. */
  revision: number
  hours: string
  online: boolean
}

/** Messages of both lists once each, in the chat's order, each in its latest state. */
export function mergeMessages(
  known: readonly ChatMessage[],
  told: readonly ChatMessage[],
): readonly ChatMessage[] {
  const all = new Map(known.map((message) => [message.message_id, message]))
  for (const message of told) {
    const before = all.get(message.message_id)
    if (!before || before.revision <= message.revision) all.set(message.message_id, message)
  }
  return [...all.values()].sort((left, right) => left.position - right.position)
}

/** The chat after changes that follow its revision, or repeat some of it. */
export function withChanges(
  chat: Chat,
  changes: { items: readonly ChatMessage[]; revision: number; hours: string; online: boolean },
): Chat {
  const { items, revision, hours, online } = changes
  return {
    ...chat,
    messages: mergeMessages(chat.messages, items),
    revision: Math.max(chat.revision, revision),
    hours,
    online,
  }
}

/** The chat with one message that was just stored: what came before it may be missing still. */
export function withMessage(chat: Chat, message: ChatMessage): Chat {
  return { ...chat, messages: mergeMessages(chat.messages, [message]) }
}
