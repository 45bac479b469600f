import { chatRead } from '@adtally/contract/service/service.ts'
import { useEffect } from 'react'
import { request } from '../../../lib/api.ts'
import type { ChatMessage } from './chat.ts'

/** Tells service that its messages were seen, while the page is visible. */
export function useMarkRead(messages: readonly ChatMessage[]): void {
  const unseen = messages.findLast(
    ({ author, read_at }) => author !== 'customer' && read_at === null,
  )?.message_id
  useEffect(() => {
    if (unseen === undefined || document.visibilityState !== 'visible') return
    // If this fails, the next message or visit reports it.
    request(chatRead, { message_id: unseen }).catch(() => undefined)
  }, [unseen])
}
