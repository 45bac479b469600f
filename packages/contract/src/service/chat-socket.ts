import * as z from 'zod/mini'
import { id } from '../fields.ts'
import { chatMessage, chatSend } from './service.ts'

/** Where the chat's WebSocket is, below the base path. */
export const CHAT_SOCKET_PATH = '/service/chat/socket'

/** Closed because the token is not (or no longer) good: another try with it is of no use. */
export const SOCKET_UNAUTHORIZED = 4401
/** Closed because too much was sent at once. */
export const SOCKET_TOO_FAST = 4429

/** The server says something at least this often, so that a dead connection is noticed. */
export const SOCKET_BEAT_MS = 20_000

/** What a client sends: `hello` first of all, because browsers can't set `X-CT` on a socket (PRODUCT §14). */
export const clientFrame = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: z.string().check(z.maxLength(100)),
    /** The revision up to which the client misses nothing. */
    after: z.int().check(z.gte(0)),
    /** In which refusals are told. */
    language: z.string().check(z.maxLength(20)),
  }),
  z.strictObject({ type: z.literal('send'), message: chatSend.request }),
])
export type ClientFrame = z.input<typeof clientFrame>

/** What the server sends. */
export const serverFrame = z.discriminatedUnion('type', [
  /** What was sent or marked after the client's revision, in the order of revisions; nothing between is left out. */
  z.object({
    type: z.literal('changes'),
    items: z.array(chatMessage),
    revision: z.int(),
    hours: z.string(),
    online: z.boolean(),
  }),
  /** A message of the client's is stored; it does not move the revision. */
  z.object({ type: z.literal('sent'), request_id: id, message: chatMessage }),
  /** A message of the client's is refused, as the call would refuse it. */
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
