import { REASONS } from '@adtally/contract/reasons.ts'
import type { ServerFrame } from '@adtally/contract/service/chat-socket.ts'
import {
  type ClientFrame,
  clientFrame,
  SOCKET_TOO_FAST,
  SOCKET_UNAUTHORIZED,
} from '@adtally/contract/service/chat-socket.ts'
import { message as textOf } from '@adtally/i18n/server.ts'
import type { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { languageOf } from '../../../lib/accept-language.ts'
import { canBeKept } from '../../../lib/kept-text.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Services } from '../../services.ts'
import { hoursNow } from '../hours.ts'
import { presentMessage } from '../presenter.ts'
import { listChanges, sendMessage } from './chat.ts'

/** Few, so that a line which is cut again and again brings some each time. */
const PAGE = 10
/** Far more frames than a person sends in a window. */
const FRAMES_MAX = 60
const WINDOW_MS = 10_000
/** Unsent bytes at which a socket that does not read is cut. */
const WAITING_BYTES_MAX = 1024 * 1024

type Sending = Extract<z.infer<typeof clientFrame>, { type: 'send' }>['message']

/** Close codes of RFC 6455. */
const POLICY = 1008
const FAULT = 1011
const TRY_LATER = 1013

/** The hub's part in letting sockets in. */
interface Door {
  /** Called when a customer has said hello; answers whether there is room for this connection. */
  admit(connection: ChatConnection, customer_id: string): boolean
  /** Called for a wrong token; answers whether its network has tried too many. */
  isGuessing(): boolean
}

/**
 * One socket of a customer's chat. Sends every change after the revision that the client named, in order and without
 * gaps, even if many happen at once; checks the session again before each send.
 */
export class ChatConnection {
  readonly #services: Services
  readonly #socket: WebSocket
  readonly #door: Door
  #hello: { token: string; language: string; customer_id: string } | null = null
  #said_hello = false
  #revision = 0
  #sync: 'idle' | 'running' | 'again' = 'idle'
  #told = false
  #frames = { count: 0, ends_ms: 0 }
  #is_alive = true
  /** Frames are handled one after another, so that messages keep their order. */
  #work: Promise<void> = Promise.resolve()

  constructor(services: Services, socket: WebSocket, door: Door) {
    this.#services = services
    this.#socket = socket
    this.#door = door
    socket.on('message', (data, is_binary) => this.#receive(is_binary ? '' : String(data)))
    socket.on('pong', () => {
      this.#is_alive = true
    })
  }

  get is_waiting(): boolean {
    return this.#hello === null
  }

  /** Sends what changed since the last time. Never throws: a fault closes the socket, and the client reconnects. */
  async tell(): Promise<void> {
    if (this.#sync !== 'idle') {
      this.#sync = 'again'
      return
    }
    try {
      do {
        this.#sync = 'running'
        await this.#tellAll()
      } while (this.#isAskedAgain())
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#sync = 'idle'
    }
  }

  /** Sends a heartbeat; ends connections that do not answer or whose session has ended. */
  async beat(): Promise<void> {
    if (!this.#is_alive) return this.#socket.terminate()
    this.#is_alive = false
    this.#socket.ping()
    try {
      if (await this.#customer()) this.#send({ type: 'beat' })
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Closes the socket; the client polls and tries again later. */
  turnAway(): void {
    this.#socket.close(TRY_LATER)
  }

  #isAskedAgain(): boolean {
    return this.#sync === 'again'
  }

  #receive(text: string): void {
    const now_ms = performance.now()
    if (now_ms >= this.#frames.ends_ms) this.#frames = { count: 0, ends_ms: now_ms + WINDOW_MS }
    this.#frames.count += 1
    const frame = frameOf(text)
    const is_too_fast = this.#frames.count > FRAMES_MAX
    if (is_too_fast || !frame || (frame.type === 'hello') === this.#said_hello) {
      this.#socket.close(is_too_fast ? SOCKET_TOO_FAST : POLICY)
      return
    }
    this.#said_hello = true
    this.#work = this.#work
      .then(() => (frame.type === 'hello' ? this.#greet(frame) : this.#take(frame.message)))
      .catch((error: unknown) => this.#fail(error))
  }

  async #greet({ token, after, language }: Extract<ClientFrame, { type: 'hello' }>): Promise<void> {
    const customer_id = await this.#whoIs(token)
    if (customer_id === null || !this.#door.admit(this, customer_id)) return this.turnAway()
    this.#hello = { token, language, customer_id }
    this.#revision = after
    await this.tell()
  }

  /** The token's customer; null after too many wrong tokens from this network. Throws `Refusal` for a wrong token. */
  async #whoIs(token: string): Promise<string | null> {
    try {
      return (await this.#services.sessions.authenticate(token)).customer_id
    } catch (error) {
      if (error instanceof Refusal && this.#door.isGuessing()) return null
      throw error
    }
  }

  async #take(sending: Sending): Promise<void> {
    const customer_id = await this.#customer()
    if (customer_id === null) return
    const { request_id } = sending
    try {
      if (!canBeKept(sending.text)) throw new Refusal('field_invalid', { field: 'text' })
      const language = languageOf(this.#hello?.language)
      const message = presentMessage(await sendMessage(this.#services, { customer_id, language }, sending))
      this.#send({ type: 'sent', request_id, message })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { reason, details } = error
      const msg = textOf(this.#hello?.language ?? '', `refusals.${reason}`, details.values)
      const data = { reason, field: details.field }
      this.#send({ type: 'refused', request_id, code: REASONS[reason], msg, data })
    }
  }

  async #tellAll(): Promise<void> {
    const customer_id = await this.#customer()
    if (customer_id === null) return
    for (;;) {
      const page = await listChanges(this.#services, customer_id, this.#revision, PAGE)
      const is_new = page.revision > this.#revision
      this.#revision = page.revision
      if (is_new || !this.#told) {
        const items = page.items.map(presentMessage)
        this.#send({ type: 'changes', items, revision: page.revision, ...hoursNow(this.#services) })
        this.#told = true
      }
      if (page.next_cursor === null) return
    }
  }

  /** The customer by the session's current state; null before hello. Throws `Refusal` if it has ended. */
  async #customer(): Promise<string | null> {
    if (!this.#hello) return null
    const { customer_id } = await this.#services.sessions.authenticate(this.#hello.token)
    return customer_id
  }

  #send(frame: ServerFrame): void {
    if (this.#socket.bufferedAmount > WAITING_BYTES_MAX) this.#socket.terminate()
    else if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #fail(error: unknown): void {
    if (error instanceof Refusal) {
      this.#socket.close(SOCKET_UNAUTHORIZED, error.reason)
      return
    }
    this.#services.log.warn({ err: error }, 'closed a chat connection after a fault; the app connects again')
    this.#socket.close(FAULT)
  }
}

function frameOf(text: string): z.infer<typeof clientFrame> | null {
  try {
    return z.safeParse(clientFrame, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
