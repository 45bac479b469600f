import { connect, type Socket } from 'node:net'
import type { LoadRequest } from './load-script.ts'

const HEAD_END = Buffer.from('\r\n\r\n')
const LENGTH = /\r\ncontent-length: *(\d+)/i

/** One reply. */
export interface Reply {
  status: number
  body: string
}

/** A keep-alive connection with one request at a time: as little work as possible beside the measured side's. */
export class HttpConnection {
  readonly #socket: Socket
  readonly #host: string
  #pending: Buffer = Buffer.alloc(0)
  /** The request that was sent last, for scripts that send the same again and again. */
  #repeated: { request: LoadRequest; bytes: Buffer } | null = null
  #waiting: { resolve(reply: Reply): void; reject(error: Error): void } | null = null

  private constructor(socket: Socket, host: string) {
    this.#socket = socket
    this.#host = host
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', (error) => this.#waiting?.reject(error))
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')))
  }

  /** Connects to an origin such as `http://127.0.0.1:8080`. */
  static open(origin: string): Promise<HttpConnection> {
    const { hostname, port, host } = new URL(origin)
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(new HttpConnection(socket, host)))
      socket.once('error', reject)
    })
  }

  /** Sends one request and waits for its reply; throws on a lost connection or a reply without a length. */
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

  /** Ends the connection at once. */
  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const head_end = this.#pending.indexOf(HEAD_END)
    if (head_end === -1) return
    const head = this.#pending.toString('latin1', 0, head_end)
    const status = Number(head.slice(9, 12))
    const length = status === 304 || status === 204 ? 0 : lengthOf(head)
    if (length === null) {
      this.#waiting?.reject(new Error(`a reply without a length: ${head}`))
      return
    }
    const end = head_end + HEAD_END.length + length
    if (this.#pending.length < end) return
    const body = this.#pending.toString('utf8', head_end + HEAD_END.length, end)
    this.#pending = this.#pending.subarray(end)
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve({ status, body })
  }
}

function lengthOf(head: string): number | null {
  const match = LENGTH.exec(head)
  return match ? Number(match[1]) : null
}
