import { ApiError } from '@adtally/client/api-error.ts'
import { createStore } from '@adtally/client/store.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { StoredImage } from '../../../lib/images.ts'
import { onSignOut } from '../../../lib/session/session.ts'
import { addMessage } from './chat.ts'
import { chat_live, sendMessage } from './chat-live.ts'

/** The customer's own message that the server has not answered yet. */
export interface Outgoing {
  /** The same for every try, so that it is stored once. */
  request_id: string
  text: string
  images: readonly StoredImage[]
  state: 'sending' | 'failed'
  /** The server's refusal; null if the connection was lost. */
  refusal: string | null
}

/** Messages being sent; they survive leaving the page. */
export const outbox = createStore<readonly Outgoing[]>([])
onSignOut(() => outbox.set([]))

function change(request_id: string, members: Partial<Outgoing> | null): void {
  outbox.set(
    outbox
      .get()
      .flatMap((one) =>
        one.request_id !== request_id ? one : members === null ? [] : { ...one, ...members },
      ),
  )
}

async function deliver(client: QueryClient, { request_id, text, images }: Outgoing): Promise<void> {
  const image_ids = images.map(({ file_id }) => file_id)
  try {
    const stored = await sendMessage({ request_id, text, ...(image_ids.length > 0 && { images: image_ids }) })
    addMessage(client, stored)
    change(request_id, null)
  } catch (error) {
    change(request_id, { state: 'failed', refusal: error instanceof ApiError ? error.message : null })
  }
}

/** Sends a text, images or both; they appear at once. */
export function send(client: QueryClient, text: string, images: readonly StoredImage[]): void {
  const request_id = crypto.randomUUID()
  const message: Outgoing = { request_id, text, images, state: 'sending', refusal: null }
  outbox.set([...outbox.get(), message])
  void deliver(client, message)
}

/** Retries a failed message under its id. */
export function sendAgain(client: QueryClient, message: Outgoing): void {
  if (message.state !== 'failed') return
  change(message.request_id, { state: 'sending', refusal: null })
  void deliver(client, message)
}

/** Retries messages after a lost connection, once it is back; returns how to stop. */
export function resendWhenLive(client: QueryClient): () => void {
  return chat_live.subscribe(() => {
    if (!chat_live.get()) return
    for (const message of outbox.get()) if (message.refusal === null) sendAgain(client, message)
  })
}

/** Drops a failed message. */
export function discard({ request_id }: Outgoing): void {
  change(request_id, null)
}
