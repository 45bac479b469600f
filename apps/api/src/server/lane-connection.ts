import type { Socket } from 'node:net'
import type { WireReply } from '../modules/lane.ts'
import { LentStream } from './lent-stream.ts'
import { type PlainRequest, readPlainRequest } from './plain-request.ts'
import { replyText } from './wire-reply.ts'

/** What a connection asks of the lane. */
export interface LaneHost {
  /** Answers a request, once; false where it is no route of the lane. */
  take(request: PlainRequest, address: string, answer: (reply: WireReply) => void): boolean
  /** Lets the HTTP server take a connection, or a stream that stands for one. */
  serve(connection: Socket | LentStream): void
  /** The connection is gone, or no longer this one's. */
  forget(connection: LaneConnection): void
}

/** After how long without a byte either way a connection is closed. */
export interface LaneTimeouts {
  /** Before its first request. */
  silent_ms: number
  /** From then on. */
  idle_ms: number
}

/**
 * A connection on which nothing but plain requests has come so far, read here one at a time (docs/decisions/lane.md).
 * Those of the lane are answered without the HTTP server's machinery; for any other the connection is lent to the HTTP
 * server until it has its answer. With the first byte that belongs to no plain request it is given over for good, that
 * byte included.
 */
export class LaneConnection {
  readonly #socket: Socket
  readonly #host: LaneHost
  readonly #timeouts: LaneTimeouts
  readonly #address: string
  #lent: LentStream | null = null
  #has_spoken = false
  #is_busy = false
  #is_ending = false
  /** What came while a request was being answered. */
  readonly #held: Buffer[] = []

  constructor(socket: Socket, host: LaneHost, timeouts: LaneTimeouts) {
    this.#socket = socket
    this.#host = host
    this.#timeouts = timeouts
    this.#address = socket.remoteAddress ?? ''
    socket.setTimeout(timeouts.silent_ms)
    socket.on('data', this.#receive)
    socket.on('end', this.#end)
    socket.on('timeout', this.#drop)
    socket.on('error', this.#drop)
    socket.on('close', this.#forget)
  }

  /** Closes it once the request that is being answered, if any, has its answer. */
  close(): void {
    this.#is_ending = true
    if (!this.#is_busy) this.#socket.destroySoon()
  }

  /** Closes it at once. */
  destroy(): void {
    this.#socket.destroy()
  }

  readonly #receive = (bytes: Buffer): void => {
    if (this.#is_busy) {
      this.#held.push(bytes)
      this.#socket.pause()
      return
    }
    // Whoever would be heard now would get no answer.
    if (this.#is_ending) return
    const request = readPlainRequest(bytes)
    if (request === null) {
      this.#giveOver(bytes)
      return
    }
    if (!this.#has_spoken) this.#socket.setTimeout(this.#timeouts.idle_ms)
    this.#has_spoken = true
    this.#is_busy = true
    if (!this.#host.take(request, this.#address, this.#answer)) this.#lend(bytes)
  }

  readonly #answer = (reply: WireReply): void => {
    this.#socket.write(replyText(reply, !this.#is_ending))
    this.#goOn()
  }

  readonly #goOn = (): void => {
    this.#is_busy = false
    if (this.#is_ending) {
      this.#socket.destroySoon()
      return
    }
    if (this.#held.length === 0) return
    const held = Buffer.concat(this.#held.splice(0))
    this.#socket.resume()
    this.#receive(held)
  }

  readonly #end = (): void => {
    this.close()
    // The HTTP server gives up what nobody may be waiting for.
    if (this.#is_busy) this.#lent?.endLent()
  }

  readonly #drop = (): void => {
    this.#socket.destroy()
  }

  readonly #forget = (): void => {
    this.#lent?.destroy()
    this.#host.forget(this)
  }

  #lend(request: Buffer): void {
    // The HTTP server may have closed what it had when it was last idle.
    if (this.#lent === null || this.#lent.destroyed) {
      this.#lent = new LentStream(this.#socket, this.#goOn)
      this.#host.serve(this.#lent)
    }
    this.#lent.lend(request)
  }

  #giveOver(bytes: Buffer): void {
    const socket = this.#socket
    socket.off('data', this.#receive)
    socket.off('end', this.#end)
    socket.off('timeout', this.#drop)
    socket.off('error', this.#drop)
    socket.off('close', this.#forget)
    this.#forget()
    socket.unshift(bytes)
    this.#host.serve(socket)
  }
}
