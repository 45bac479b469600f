import type { Client } from 'pg'
import { type Connection, connect } from './connection.ts'

interface Subscriber {
  channel: string
  receive: (payload: string) => void
  reconnected: () => void
}

const RETRY_MS = 250
const CHANNEL_PATTERN = /^[a-z_][a-z0-9_]{0,62}$/

/** One connection for all of the process's LISTENs; opened with the first, and reopened whenever it is lost. */
export class Listener {
  readonly #connection: Connection
  readonly #subscribers = new Set<Subscriber>()
  #client: Promise<Client> | null = null
  #current: Client | null = null
  /** Whether it listens on all channels. */
  #is_open = false
  #closed = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Like `Database.listen`. Waits while the database is unreachable. */
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

  /** Ends the connection, even while it is being opened; nothing is received afterwards. */
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
        // Any login can send any notification, so an unreadable one may mean anything, as after a lost connection.
        subscriber.reconnected()
      }
    }
  }

  /** Drops the current connection and reopens it, unless it was still being opened: then the opener retries. */
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
