import { connect, createServer, type Server, type Socket } from 'node:net'

/** How many bytes a connection carries each way before it breaks. */
export interface Budget {
  up: number
  down: number
}

/** A TCP proxy that breaks connections on demand: in the middle of a frame, or with an answer on its way. */
export class FaultProxy {
  readonly #target: number | string
  readonly #server: Server
  readonly #pairs = new Set<{ near: Socket; far: Socket }>()
  #budget: () => Budget = () => ({ up: Number.POSITIVE_INFINITY, down: Number.POSITIVE_INFINITY })
  #swallows = false
  /** Connections broken so far. */
  cuts = 0

  private constructor(target: number | string) {
    this.#target = target
    this.#server = createServer((near) => this.#accept(near))
  }

  /** Listens on a port of its own in front of another port of this machine, or of a socket's path. */
  static async before(target: number | string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    return proxy
  }

  get port(): number {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('the proxy does not listen')
    return address.port
  }

  /** How many connections are open. */
  get connections(): number {
    return this.#pairs.size
  }

  cut(): void {
    for (const pair of [...this.#pairs]) this.#break(pair)
  }

  /** From now on the server hears its clients, but its answers are dropped. */
  swallowAnswers(swallows: boolean): void {
    this.#swallows = swallows
  }

  /** Limits each new connection. */
  limit(budget: () => Budget): void {
    this.#budget = budget
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(near: Socket): void {
    const target = this.#target
    const pair = { near, far: typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1') }
    this.#pairs.add(pair)
    const left = this.#budget()
    const carry = (to: Socket, way: keyof Budget) => (chunk: Buffer) => {
      if (way === 'down' && this.#swallows) return
      to.write(chunk.subarray(0, Math.max(0, left[way])))
      left[way] -= chunk.length
      if (left[way] <= 0) this.#break(pair)
    }
    near.on('data', carry(pair.far, 'up'))
    pair.far.on('data', carry(near, 'down'))
    for (const socket of [near, pair.far]) {
      socket.on('error', () => this.#break(pair))
      socket.on('close', () => this.#break(pair))
    }
  }

  #break(pair: { near: Socket; far: Socket }): void {
    if (!this.#pairs.delete(pair)) return
    this.cuts += 1
    // Flushes what was written, so that the connection ends in the middle of a frame and not before it.
    pair.near.destroySoon()
    pair.far.destroySoon()
  }
}
