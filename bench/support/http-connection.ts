import { connect, type Socket } from 'node:net'
import type { LoadRequest } from './loads/load-script.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: *(\d+)/i

export interface Reply {
  status: number
  body: string
}

/** The receive buffer, shared by all connections, because each callback consumes it at once. */
const RECEIVED = Buffer.allocUnsafe(256 * 1024)

/** A keep-alive connection for one request at a time, as cheap as possible for the client side. */
export class HttpConnection {
  readonly #socket: Socket
  readonly #host: string
  /** The start of an incomplete reply. */
  #pending: Buffer | null = null
  /** The last request, for scripts that repeat the same one. */
  #repeated: { request: LoadRequest; bytes: Buffer } | null = null
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null

  private constructor({ hostname, port, host }: URL) {
    this.#host = host
    // Bypasses the stream's buffers and events, which would cost more than the reply.
    const receive = (size: number) => {
      this.#receive(RECEIVED.subarray(0, size))
      return true
    }
    const onread = { buffer: RECEIVED, callback: receive }
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread })
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  /** Connects to an origin such as `http://127.0.0.1:8080`. */
  static open(origin: string): Promise<HttpConnection> {
    const connection = new HttpConnection(new URL(origin))
    return new Promise((resolve, reject) => {
      connection.#socket.once('connect', () => resolve(connection))
      connection.#socket.once('error', reject)
    })
  }

  /** Sends a request and waits for its reply; throws on a lost connection or a reply without a length. */
  send(request: LoadRequest): Promise<Reply> {
    const bytes = this.#repeated?.request === request ? this.#repeated.bytes : this.#write(request)
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  #write(request: LoadRequest): Buffer {
    const body = request.body ?? ''
    let head = `${request.method} ${request.path} HTTP/1.1\r\nhost: ${this.#host}\r\nconnection: keep-alive\r\n`
    for (const [name, value] of Object.entries(request.headers ?? {})) head += `${name}: ${value}\r\n`
    if (request.body !== undefined) {
      head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
    }
    const bytes = Buffer.from(`${head}\r\n${body}`)
    this.#repeated = { request, bytes }
    return bytes
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(received: Buffer): void {
    const bytes = this.#pending === null ? received : Buffer.concat([this.#pending, received])
    const reply = this.#replyIn(bytes)
    if (reply === null) {
      this.#pending = Buffer.from(bytes)
      return
    }
    this.#pending = null
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve(reply)
  }

  /** The reply, if complete (there can only be one, since requests wait for it); else null. */
  #replyIn(bytes: Buffer): Reply | null {
    const head_end = bytes.indexOf(HEAD_END)
    if (head_end === -1) return null
    const head = bytes.toString('latin1', 0, head_end)
    const status = Number(head.slice(9, 12))
    const length = status === 304 || status === 204 ? 0 : lengthOf(head)
    if (length === null) {
      this.#waiting?.reject(new Error(`a reply without a length: ${head}`))
      return null
    }
    const end = head_end + HEAD_END.length + length
    if (bytes.length < end) return null
    return { status, body: bytes.toString('utf8', head_end + HEAD_END.length, end) }
  }
}

function lengthOf(head: string): number | null {
  const match = LENGTH.exec(head)
  return match ? Number(match[1]) : null
}
