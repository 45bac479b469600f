import { ApiError, ConnectionError, refusalData } from '@adtally/client/api-error.ts'
import {
  type ClientFrame,
  type ServerFrame,
  SOCKET_BEAT_MS,
  SOCKET_UNAUTHORIZED,
  serverFrame,
} from '@adtally/contract/service/chat-socket.ts'
import * as z from 'zod/mini'

type Changes = Extract<ServerFrame, { type: 'changes' }>
type Sent = Extract<ServerFrame, { type: 'sent' }>['message']
type Refused = Extract<ServerFrame, { type: 'refused' }>
type Sending = Extract<ClientFrame, { type: 'send' }>['message']

interface Pending {
  resolve: (message: Sent) => void
  reject: (error: Error) => void
}

/** A connection's parts; none is used before `start`. */
interface ChatConnectionOptions {
  /** The socket's address. */
  url: string
  /** The hello frame, asked for at each try, so that a new connection continues at the last revision. */
  hello: () => Omit<Extract<ClientFrame, { type: 'hello' }>, 'type'>
  onChanges: (changes: Changes) => void
  /** True once the server has sent what was missed: until false, nothing needs polling. */
  onLive: (live: boolean) => void
}

const FIRST_DELAY_MS = 500
const DELAY_MS_MAX = 30_000
/** After this long without a frame the connection is dead, whatever the browser reports. */
const SILENCE_MS_MAX = SOCKET_BEAT_MS * 2.2
const ANSWER_MS_MAX = 8_000

/**
 * Keeps the chat's socket open, reconnecting after growing delays. Only the promise of `send` tells what became of a
 * message; a rejected one may have arrived all the same, which sending it again under its id finds out.
 */
export class ChatConnection {
  readonly #options: ChatConnectionOptions
  readonly #pending = new Map<string, Pending>()
  #socket: WebSocket | null = null
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #is_wanted = false
  #is_live = false
  #failures = 0

  constructor(options: ChatConnectionOptions) {
    this.#options = options
  }

  start(): void {
    this.#is_wanted = true
    this.#failures = 0
    this.#open()
  }

  /** Tries at once if it is not open: the page is visible again, or the network is back. */
  wake(): void {
    if (!this.#is_wanted || this.#socket) return
    this.#failures = 0
    this.#open()
  }

  stop(): void {
    this.#is_wanted = false
    clearTimeout(this.#retry)
    this.#lose(this.#socket)
  }

  /**
   * Sends a message. Throws `ApiError`, or `ConnectionError` if no answer came; its id may be sent again by any way.
   */
  send(message: Sending): Promise<Sent> {
    const socket = this.#socket
    if (!socket || !this.#is_live) return Promise.reject(new ConnectionError('not connected'))
    return new Promise((resolve, reject) => {
      const settled = () => {
        clearTimeout(late)
        this.#pending.delete(message.request_id)
      }
      const late = setTimeout(() => this.#lose(socket), ANSWER_MS_MAX)
      this.#pending.set(message.request_id, {
        resolve: (sent) => {
          settled()
          resolve(sent)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      })
      this.#say({ type: 'send', message })
    })
  }

  #open(): void {
    clearTimeout(this.#retry)
    if (this.#socket) return
    const socket = new WebSocket(this.#options.url)
    this.#socket = socket
    this.#expectWord()
    socket.addEventListener('open', () => this.#say({ type: 'hello', ...this.#options.hello() }))
    socket.addEventListener('message', ({ data }) => {
      if (this.#socket === socket) this.#hear(String(data))
    })
    socket.addEventListener('close', ({ code }) => this.#lose(socket, code))
  }

  #say(frame: ClientFrame): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }

  #hear(text: string): void {
    this.#expectWord()
    const frame = frameOf(text)
    // A newer server may send frames that this version does not know.
    if (frame?.type === 'changes') {
      this.#options.onChanges(frame)
      this.#failures = 0
      this.#setLive(true)
    } else if (frame?.type === 'sent') this.#pending.get(frame.request_id)?.resolve(frame.message)
    else if (frame?.type === 'refused') this.#pending.get(frame.request_id ?? '')?.reject(errorOf(frame))
  }

  #expectWord(): void {
    const socket = this.#socket
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lose(socket), SILENCE_MS_MAX)
  }

  #lose(socket: WebSocket | null, code?: number): void {
    if (this.#socket !== socket || !socket) return
    this.#socket = null
    clearTimeout(this.#silence)
    socket.close()
    this.#setLive(false)
    for (const { reject } of [...this.#pending.values()])
      reject(new ConnectionError('the connection was lost'))
    // The token is invalid: the next call will find out and handle it.
    if (code === SOCKET_UNAUTHORIZED) this.#is_wanted = false
    if (!this.#is_wanted) return
    const delay_ms = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, DELAY_MS_MAX)
    this.#failures += 1
    // Randomised, so that a server that comes back is not flooded.
    this.#retry = setTimeout(() => this.#open(), delay_ms * (0.5 + Math.random() / 2))
  }

  #setLive(live: boolean): void {
    if (this.#is_live === live) return
    this.#is_live = live
    this.#options.onLive(live)
  }
}

function frameOf(text: string): ServerFrame | null {
  try {
    return z.safeParse(serverFrame, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

function errorOf({ code, msg, data }: Refused): ApiError {
  return new ApiError(code, msg, z.safeParse(refusalData, data).data ?? {})
}
