import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** An answer, read from its raw bytes. */
export interface RawAnswer {
  status: number
  /** By name in lower case. */
  fields: Record<string, string>
  body: string
}

const HEAD_END = '\r\n\r\n'

/** A kept-alive connection that is read byte by byte, to see what an HTTP client would correct or hide. */
export class RawConnection {
  readonly #socket: Socket
  #received = Buffer.alloc(0)
  #has_ended = false
  /** Wakes `#until`, which looks again. */
  #look: () => void = () => {}

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => {
      this.#received = Buffer.concat([this.#received, bytes])
      this.#look()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      this.#has_ended = true
      this.#look()
    })
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ host: '127.0.0.1', port })
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  /**
   * Sends a request without a body and reads its answer; after HEAD and for 304 and 204 only a head. Throws if the
   * bytes don't start an answer (left over from the one before) or the connection ends.
   */
  async ask(method: string, url: string, fields: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
    const lines = Object.entries({ host: 'test', ...fields }).map(([name, value]) => `${name}: ${value}\r\n`)
    this.#socket.write(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    await this.#until(() => this.#received.includes(HEAD_END))
    const at = this.#received.indexOf(HEAD_END)
    const head = this.#take(at + HEAD_END.length)
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(head) ?? []
    if (status === undefined)
      throw new Error(`no answer to ${method} ${url} begins with ${head.slice(0, 60)}`)
    const answer = { status: Number(status), fields: fieldsOf(head), body: '' }
    if (method === 'HEAD' || status === '304' || status === '204') return answer
    const body_bytes = Number(answer.fields['content-length'] ?? Number.NaN)
    if (Number.isNaN(body_bytes)) throw new Error(`${method} ${url} is answered without a length`)
    await this.#until(() => this.#received.length >= body_bytes)
    return { ...answer, body: this.#take(body_bytes) }
  }

  close(): void {
    this.#socket.destroy()
  }

  async #until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.#has_ended) throw new Error('the connection ended before the answer did')
      await new Promise<void>((resolve) => {
        this.#look = resolve
      })
    }
  }

  #take(bytes: number): string {
    const taken = this.#received.subarray(0, bytes).toString('latin1')
    this.#received = this.#received.subarray(bytes)
    return taken
  }
}

function fieldsOf(head: string): Record<string, string> {
  const lines = head.trimEnd().split('\r\n').slice(1)
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  )
}
