import {
  type ClientFrame,
  type ServerFrame,
  SOCKET_BEAT_MS,
  SOCKET_UNAUTHORIZED,
  serverFrame,
} from '@adtally/contract/service/chat-socket.ts'
import * as z from 'zod/mini'
import { ApiError, ConnectionError, refusalData } from '../../../lib/api-error.ts'

type Changes = Extract<ServerFrame, { type: 'changes' }>
type Sent = Extract<ServerFrame, { type: 'sent' }>['message']
type Refused = Extract<ServerFrame, { type: 'refused' }>
type Sending = Extract<ClientFrame, { type: 'send' }>['message']

interface Pending {
  resolve: (message: Sent) => void
  reject: (error: Error) => void
}

/** What a connection is made of; nothing of it is asked before `start`. */
interface ChatConnectionOptions {
  /** The socket's address. */
  url: string
  /** Who is there and from which revision on; asked at each try, so that a new connection goes on where the last ended. */
  hello: () => Omit<Extract<ClientFrame, { type: 'hello' }>, 'type'>
  onChanges: (changes: Changes) => void
  /** True once the server has told what was missed: from then on, until false, nothing has to be asked for. */
  onLive: (live: boolean) => void
}

const FIRST_DELAY_MS = 500
const DELAY_MS_MAX = 30_000
/** Without a word for this long the connection is dead, whatever the browser thinks. */
const SILENCE_MS_MAX = SOCKET_BEAT_MS * 2.2
const ANSWER_MS_MAX = 8_000

/**
 * The chat's socket as long as it is wanted: opened again, later each time, whenever it is lost. What a message sent
 * here came to is known by its promise alone; one that was rejected may have arrived all the same, which sending it
 * again under its own id finds out.
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

  /** Opens it, and keeps it open until `stop`. */
  start(): void {
    this.#is_wanted = true
    this.#failures = 0
    this.#open()
  }

  /** Tries at once where it is not open: the page is looked at again, or the network is back. */
  wake(): void {
    if (!this.#is_wanted || this.#socket) return
    this.#failures = 0
    this.#open()
  }

  /** Closes it for good. */
  stop(): void {
    this.#is_wanted = false
    clearTimeout(this.#retry)
    this.#lose(this.#socket)
  }

  /**
   * Sends a message and answers what the server made of it. Throws `ApiError` for a refusal, `ConnectionError` where
   * no answer came; its id may be sent again by any way.
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
    // A newer server may say what this version does not know.
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
    // The token is no longer good: the next call says so, and where it leads is not this connection's affair.
    if (code === SOCKET_UNAUTHORIZED) this.#is_wanted = false
    if (!this.#is_wanted) return
    const delay_ms = Math.min(FIRST_DELAY_MS * 2 ** this.#failures, DELAY_MS_MAX)
    this.#failures += 1
    // Spread, so that a server which comes back is not asked by everybody at once.
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
