import { chatSend } from '@adtally/contract/service.ts'
import type { QueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { onSignOut } from '../../../lib/session.ts'
import { createStore } from '../../../lib/store.ts'
import { addMessage } from './chat.ts'

/** A message of one's own that the server has not answered yet. */
export interface Outgoing {
  /** The same for every try, so that it is stored once. */
  request_id: string
  text: string
  state: 'sending' | 'failed'
  /** What the server said against it; null where the connection was lost. */
  refusal: string | null
}

/** Messages on their way; they outlive leaving the page. */
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

async function deliver(client: QueryClient, { request_id, text }: Outgoing): Promise<void> {
  try {
    addMessage(client, await request(chatSend, { request_id, text }))
    change(request_id, null)
  } catch (error) {
    change(request_id, { state: 'failed', refusal: error instanceof ApiError ? error.message : null })
  }
}

/** Sends a text; it is on screen at once. */
export function sendText(client: QueryClient, text: string): void {
  const message: Outgoing = { request_id: crypto.randomUUID(), text, state: 'sending', refusal: null }
  outbox.set([...outbox.get(), message])
  void deliver(client, message)
}

/** Tries a failed message again, under its own id. */
export function sendAgain(client: QueryClient, message: Outgoing): void {
  if (message.state !== 'failed') return
  change(message.request_id, { state: 'sending', refusal: null })
  void deliver(client, message)
}

/** Gives a failed message up. */
export function discard({ request_id }: Outgoing): void {
  change(request_id, null)
}
