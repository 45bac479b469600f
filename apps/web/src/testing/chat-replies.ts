import type { OutputOf } from '@adtally/contract/call.ts'
import type { chatList } from '@adtally/contract/service/service.ts'

type ChatMessage = OutputOf<typeof chatList>['items'][number]

/** The id of a thing by its number. */
export const idOf = (number: number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`

/** A message of customer service, told apart by its position. */
export function buildMessage(position: number, members: Partial<ChatMessage> = {}): ChatMessage {
  return {
    message_id: idOf(position),
    author: 'service',
    author_name: 'maker',
    kind: 'text',
    text: `message ${position}`,
    images: [],
    sent_at: '2026-03-01T12:00:00Z',
    read_at: null,
    position,
    revision: position,
    ...members,
  }
}
