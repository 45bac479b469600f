import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { chatMessage, chatSend } from './service.ts'

/** The path of the chat's WebSocket, below the base path. */
export const CHAT_SOCKET_PATH = '/service/chat/socket'

/** Closed because the token is invalid or expired: don't retry with it. */
export const SOCKET_UNAUTHORIZED = 4401
/** Closed because too much was sent at once. */
export const SOCKET_TOO_FAST = 4429

/** The server sends a frame at least this often, so that a dead connection is noticed. */
export const SOCKET_BEAT_MS = 20_000

/** A client's frames: `hello` comes first, because browsers can't set `X-CT` on a socket (PRODUCT §14). */
export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: z.string().check(z.maxLength(100)),
    /** The revision up to which the client has everything. */
    after: z.int().check(z.gte(0)),
    /** The language of refusals. */
    language: z.string().check(z.maxLength(20)),
  }),
  z.strictObject({ type: z.literal('send'), message: chatSend.request }),
])
export type ClientFrame = z.input<typeof clientFrame>

export const serverFrame = z.discriminatedUnion('type', [
  /** All changes after the client's revision, in order and without gaps. */
  z.object({
    type: z.literal('changes'),
    items: z.array(chatMessage),
    revision: z.int(),
    hours: z.string(),
    online: z.boolean(),
  }),
  /** Confirms that the client's message is stored; does not move the revision. */
  z.object({ type: z.literal('sent'), request_id: id, message: chatMessage }),
  /** Refuses the client's message, as the call would. */
  z.object({
    type: z.literal('refused'),
    request_id: z.nullable(id),
    code: z.int(),
    msg: z.string(),
    data: z.unknown(),
  }),
  z.object({ type: z.literal('beat') }),
])
export type ServerFrame = z.infer<typeof serverFrame>
