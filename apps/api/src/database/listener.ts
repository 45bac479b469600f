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
  #closed = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** As `Database.listen`. Waits through a database that is away. */
  async listen(channel: string, receive: (payload: string) => void, reconnected: () => void) {
    if (!CHANNEL_PATTERN.test(channel)) throw new TypeError('a channel is a lower-case identifier')
    const subscriber = { channel, receive, reconnected }
    this.#subscribers.add(subscriber)
    this.#client ??= this.#open()
    const client = await this.#client
    await client.query(`listen ${channel}`).catch(() => client.end())
    return async () => {
      this.#subscribers.delete(subscriber)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#client?.catch(() => null)
    await client?.end()
  }

  async #open(): Promise<Client> {
    for (;;) {
      const client = await this.#tryOpen()
      if (client) return client
      if (this.#closed) throw new Error('the listener is closed')
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }

  async #tryOpen(): Promise<Client | null> {
    try {
      const client = await connect(this.#connection)
      client.on('notification', ({ channel, payload }) => {
        for (const subscriber of this.#subscribers) {
          if (subscriber.channel === channel) subscriber.receive(payload ?? '')
        }
      })
      client.once('end', () => this.#reopen())
      for (const channel of new Set([...this.#subscribers].map((subscriber) => subscriber.channel))) {
        await client.query(`listen ${channel}`)
      }
      return client
    } catch {
      return null
    }
  }

  #reopen(): void {
    if (this.#closed) return
    this.#client = this.#open()
    this.#client.then(
      () => {
        for (const subscriber of this.#subscribers) subscriber.reconnected()
      },
      () => {},
    )
  }
}
