import type { Client } from 'pg'
import { type Connection, connect } from './connection.ts'

interface Subscriber {
  channel: string
  receive: (payload: string) => void
  reconnected: () => void
}

const RETRY_MS = 250
const CHANNEL_PATTERN = /^[a-z_][a-z0-9_]{0,62}$/

/** One connection for every LISTEN of the process; opened with the first, and opened again whenever it is lost. */
export class Listener {
  readonly #connection: Connection
  readonly #subscribers = new Set<Subscriber>()
  #client: Promise<Client> | null = null
  /** The one connection there is. */
  #current: Client | null = null
  /** Whether it listens to everything. */
  #is_open = false
  #closed = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** As `Database.listen`. Waits through a database that is away. */
  async listen(channel: string, receive: (payload: string) => void, reconnected: () => void) {
    if (!CHANNEL_PATTERN.test(channel))
      throw new TypeError('A channel’s name must be a lower-case identifier')
    const subscriber = { channel, receive, reconnected }
    this.#subscribers.add(subscriber)
    this.#client ??= this.#open()
    const client = await this.#client
    await client.query(`listen ${channel}`).catch(() => client.end())
    return async () => {
      this.#subscribers.delete(subscriber)
    }
  }

  /** Ends the connection, one that is being opened too; nothing is heard afterwards. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#current?.end()
    await this.#client?.catch(() => null)
  }

  async #open(): Promise<Client> {
    while (!this.#closed) {
      const client = await this.#tryOpen()
      if (client) return client
      if (!this.#closed) await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    throw new Error('the listener is closed')
  }

  async #tryOpen(): Promise<Client | null> {
    const client = await connect(this.#connection).catch(() => null)
    if (!client) return null
    this.#current = client
    client.on('notification', ({ channel, payload }) => this.#receive(client, channel, payload ?? ''))
    client.once('end', () => this.#lose(client))
    try {
      for (const channel of new Set([...this.#subscribers].map((subscriber) => subscriber.channel))) {
        await client.query(`listen ${channel}`)
      }
    } catch {
      this.#lose(client)
    }
    if (this.#current !== client || this.#closed) {
      await client.end()
      return null
    }
    this.#is_open = true
    return client
  }

  #receive(client: Client, channel: string, payload: string): void {
    if (this.#closed || this.#current !== client) return
    for (const subscriber of this.#subscribers) {
      if (subscriber.channel !== channel) continue
      try {
        subscriber.receive(payload)
      } catch {
        // Every login can send a notice, of any text: one that can't be read may stand for anything, as after a lost connection.
        subscriber.reconnected()
      }
    }
  }

  /** Lets go of the current connection. Where it was still being opened, whoever opens it goes on and nobody else. */
  #lose(client: Client): void {
    if (this.#current !== client) return
    this.#current = null
    if (!this.#is_open || this.#closed) return
    this.#is_open = false
    this.#client = this.#open()
    this.#client.then(
      () => {
        for (const subscriber of this.#subscribers) subscriber.reconnected()
      },
      () => {},
    )
  }
}
