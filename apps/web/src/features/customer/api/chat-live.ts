import { ConnectionError } from '@adtally/client/api-error.ts'
import { createStore } from '@adtally/client/store.ts'
import type { RequestOf } from '@adtally/contract/call.ts'
import { CHAT_SOCKET_PATH } from '@adtally/contract/service/chat-socket.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../../../lib/api.ts'
import { language } from '../../../lib/language.ts'
import { base_path } from '../../../lib/page-settings.ts'
import { session } from '../../../lib/session/session.ts'
import { type ChatMessage, chatNow, takeChanges } from './chat.ts'
import { ChatConnection } from './chat-connection.ts'

/** Whether a socket reports changes. */
export const chat_live = createStore(false)

let connection: ChatConnection | null = null

function connect(client: QueryClient): ChatConnection {
  const url = new URL(`${base_path}${CHAT_SOCKET_PATH}`, window.location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.hash = ''
  return new ChatConnection({
    url: url.href,
    hello: () => ({
      token: session.get()?.token ?? '',
      after: chatNow(client)?.revision ?? 0,
      language: language.get(),
    }),
    onChanges: (changes) => takeChanges(client, changes),
    onLive: (live) => chat_live.set(live),
  })
}

/** Keeps the chat's socket open while the chat is on the page and was read once. */
export function useChatSocket(is_read: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!is_read) return
    const mine = connect(client)
    connection = mine
    const wake = () => document.visibilityState === 'visible' && mine.wake()
    mine.start()
    window.addEventListener('online', wake)
    document.addEventListener('visibilitychange', wake)
    return () => {
      window.removeEventListener('online', wake)
      document.removeEventListener('visibilitychange', wake)
      mine.stop()
      if (connection === mine) connection = null
    }
  }, [client, is_read])
}

/** Sends a message by the socket, else by its call; stored once by its id. Throws `ApiError`, `ConnectionError`. */
export async function sendMessage(message: RequestOf<typeof chatSend>): Promise<ChatMessage> {
  try {
    if (connection && chat_live.get()) return await connection.send(message)
  } catch (error) {
    if (!(error instanceof ConnectionError)) throw error
  }
  return await request(chatSend, message)
}
