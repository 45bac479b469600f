import { CHAT_SOCKET_PATH } from '@adtally/contract/service/chat-socket.ts'
import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { clientAddress, networkOf } from '../../../lib/addresses/client-address.ts'
import type { Services } from '../../services.ts'
import { ChatHub } from './chat-hub.ts'

/** A message has at most 2,000 characters, each up to six bytes as JSON. */
const FRAME_BYTES_MAX = 16 * 1024

/** The chat's WebSocket (PRODUCT §14). */
export function chatSocketPlugin(services: Services, server: FastifyInstance): void {
  const hub = new ChatHub(services)
  server.register(websocket, { options: { maxPayload: FRAME_BYTES_MAX } })
  server.register(async (scope) => {
    scope.get(`${services.settings.base_path}${CHAT_SOCKET_PATH}`, { websocket: true }, (socket, request) =>
      hub.open(socket, networkOf(clientAddress(request.headers, request.ip, services.settings.proxies))),
    )
  })
  server.addHook('onReady', () => hub.start())
  server.addHook('onClose', () => hub.stop())
}
