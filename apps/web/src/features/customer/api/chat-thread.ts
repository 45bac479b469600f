import type { OutputOf } from '@adtally/contract/call.ts'
import type { chatList } from '@adtally/contract/service/service.ts'

export type ChatMessage = OutputOf<typeof chatList>['items'][number]

/** The known part of the chat, oldest first, and the cursor to older messages. */
export interface Chat {
  messages: readonly ChatMessage[]
  /** Null at the chat's start. */
  older_cursor: string | null
  /** Nothing up to this revision is missing; only the server's gapless changes move it. */
  revision: number
  hours: string
  online: boolean
}

/** Merges messages by id, in the chat's order, each in its latest state. */
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

/** The chat after changes that follow, or overlap, its revision. */
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

/** The chat with a message that was just stored; messages before it may still be missing. */
export function withMessage(chat: Chat, message: ChatMessage): Chat {
  return { ...chat, messages: mergeMessages(chat.messages, [message]) }
}
