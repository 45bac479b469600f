import { chatRead } from '@adtally/contract/service/service.ts'
import { useEffect } from 'react'
import { request } from '../../../lib/api.ts'
import type { ChatMessage } from './chat.ts'

/** Tells service that what it wrote was seen, while the page is looked at. */
export function useMarkRead(messages: readonly ChatMessage[]): void {
  const unseen = messages.findLast(
    ({ author, read_at }) => author !== 'customer' && read_at === null,
  )?.message_id
  useEffect(() => {
    if (unseen === undefined || document.visibilityState !== 'visible') return
    // Not told now, it is told with the next message or visit.
    request(chatRead, { message_id: unseen }).catch(() => undefined)
  }, [unseen])
}
