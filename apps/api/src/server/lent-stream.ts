import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/**
 * What the HTTP server sees of a connection that is lent to it for one request at a time: it reads just the requests
 * that it is handed, and writes to the socket itself. The socket's end is this stream's; this stream's end is the
 * socket's only while it has it.
 */
export class LentStream extends Duplex {
  readonly #socket: Socket
  readonly #takeBack: () => void
  #is_lent = false

  /** `takeBack` hears that the request has its whole answer and the connection goes on. */
  constructor(socket: Socket, takeBack: () => void) {
    // Without a text's conversion to bytes: the socket does that.
    super({ decodeStrings: false, allowHalfOpen: true })
    this.#socket = socket
    this.#takeBack = takeBack
  }

  /** As a socket says it, for whoever asks a request where it comes from. */
  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress
  }

  /** Hands over the bytes of exactly one request. */
  lend(request: Buffer): void {
    this.#is_lent = true
    this.push(request)
  }

  /** Tells that the peer will send no more, where a request is being answered. */
  endLent(): void {
    if (this.#is_lent) this.push(null)
  }

  /** To be called once a response is finished. */
  giveBack(): void {
    // An answer that closes the connection has ended this stream before.
    if (this.writableEnded || this.destroyed) return
    this.#is_lent = false
    this.#takeBack()
  }

  override _read(): void {}

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (typeof chunk === 'string') this.#socket.write(chunk, encoding, done)
    else if (chunk instanceof Uint8Array) this.#socket.write(chunk, done)
    else done(new TypeError('neither text nor bytes'))
  }

  override _writev(chunks: { chunk: unknown; encoding: BufferEncoding }[], done: () => void): void {
    this.#socket.cork()
    for (const [index, { chunk, encoding }] of chunks.entries()) {
      this._write(chunk, encoding, index === chunks.length - 1 ? done : () => {})
    }
    this.#socket.uncork()
  }

  override _final(done: () => void): void {
    if (this.#is_lent) this.#socket.destroySoon()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (this.#is_lent) this.#socket.destroy()
    done(error)
  }
}
