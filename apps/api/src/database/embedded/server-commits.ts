import { setTimeout as wait } from 'node:timers/promises'
import type { Client } from 'pg'
import { type Connection, connect } from '../connection.ts'
import { databaseError } from '../database-error.ts'

const POLL_MS = 2

/**
 * Whether sessions that leave it to their server wait for the disk at each commit. Where they don't, a crash of the server
 * loses the last part of a second, in order: what is left is a state that there was.
 */
export class ServerCommits {
  readonly #superuser: Connection
  #client: Client | null = null

  constructor(superuser: Connection) {
    this.#superuser = superuser
  }

  /** From now on commits don't wait, until `waitAgain`, also across restarts. Throws `DatabaseUnavailable`. */
  lag(): Promise<void> {
    return this.#set('off')
  }

  /** From now on commits wait, and what was committed before is on the disk. Throws `DatabaseUnavailable`. */
  async waitAgain(): Promise<void> {
    await this.#set('on')
    await this.flush()
    await this.#disconnect()
  }

  /** Waits until what was committed before is on the disk. Throws `DatabaseUnavailable`. */
  async flush(): Promise<void> {
    await this.#ask("select pg_logical_emit_message(false, 'adtally', '', true)")
  }

  async #set(waits: 'on' | 'off'): Promise<void> {
    if ((await this.#current()) === waits) return
    await this.#ask(
      waits === 'on'
        ? 'alter system reset synchronous_commit'
        : `alter system set synchronous_commit = ${waits}`,
    )
    await this.#ask('select pg_reload_conf()')
    while ((await this.#current()) !== waits) await wait(POLL_MS)
  }

  async #current(): Promise<unknown> {
    const [row] = await this.#ask('show synchronous_commit')
    return row?.synchronous_commit
  }

  async #ask(statement: string): Promise<Record<string, unknown>[]> {
    try {
      this.#client ??= await connect(this.#superuser)
      return (await this.#client.query<Record<string, unknown>>(statement)).rows
    } catch (error) {
      await this.#disconnect()
      throw databaseError(error)
    }
  }

  async #disconnect(): Promise<void> {
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => {})
  }
}
