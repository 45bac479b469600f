import { CHAT_SOCKET_PATH } from '@adtally/contract/service/chat-socket.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { ChatConnection } from '../../../web/src/features/customer/api/chat-connection.ts'
import { type Chat, withChanges, withMessage } from '../../../web/src/features/customer/api/chat-thread.ts'
import { newId } from '../database/identifiers.ts'
import type { TestProgram } from './servers/test-program.ts'

/** Faults that a client could have; each control plants one. */
export interface ClientFaults {
  /** Uses a new id for each try. */
  new_id_each_try?: boolean
  /** Assumes that nothing is missing before its own stored message's revision. */
  trusts_own_revision?: boolean
}

/** The chat part of a customer's app: a connection, a thread, and an outbox that retries until confirmed. */
export class ChatClient {
  readonly #program: TestProgram
  readonly #token: string
  readonly #faults: ClientFaults
  readonly #connection: ChatConnection
  chat: Chat = { messages: [], older_cursor: null, revision: 0, hours: '', online: false }
  is_live = false

  constructor(program: TestProgram, port: number, token: string, faults: ClientFaults = {}) {
    this.#program = program
    this.#token = token
    this.#faults = faults
    this.#connection = new ChatConnection({
      url: `ws://127.0.0.1:${port}${program.services.settings.base_path}${CHAT_SOCKET_PATH}`,
      hello: () => ({ token, after: this.chat.revision, language: 'en' }),
      onChanges: (changes) => {
        this.chat = withChanges(this.chat, changes)
      },
      onLive: (live) => {
        this.is_live = live
      },
    })
  }

  start(): void {
    this.#connection.start()
  }

  stop(): void {
    this.#connection.stop()
  }

  wake(): void {
    this.#connection.wake()
  }

  /** Sends a text by the socket until it is confirmed as stored; by the call if the socket is lost. */
  async send(text: string): Promise<void> {
    const request_id = newId()
    const message = await this.#connection.send({ request_id, text }).catch(async () => {
      const again = this.#faults.new_id_each_try ? newId() : request_id
      const reply = await this.#program.call(chatSend, { request_id: again, text }, { token: this.#token })
      return reply.data
    })
    const next = withMessage(this.chat, message)
    this.chat = this.#faults.trusts_own_revision ? { ...next, revision: message.revision } : next
  }

  /** The texts on the screen. */
  get texts(): string[] {
    return this.chat.messages.map(({ text }) => text)
  }
}
