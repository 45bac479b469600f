import { SOCKET_BEAT_MS } from '@adtally/contract/service/chat-socket.ts'
import type { WebSocket } from 'ws'
import { MinuteCounts } from '../../../lib/minute-counts.ts'
import type { Services } from '../../services.ts'
import { ChatConnection } from './chat-connection.ts'

/** The channel on which the database notifies of each changed chat, with the customer's id as payload. */
const CHANNEL = 'service_chat'
const HELLO_WITHIN_MS = 5_000
const CUSTOMER_SOCKETS_MAX = 12
const WAITING_MAX = 2_000
const NETWORKS_MAX = 100_000

/** The chat sockets of this process; tells them when a chat changes. */
export class ChatHub {
  readonly #services: Services
  readonly #all = new Set<ChatConnection>()
  readonly #by_customer = new Map<string, Set<ChatConnection>>()
  /** Counts wrong tokens by network. */
  readonly #wrong_tokens = new MinuteCounts(NETWORKS_MAX)
  #stop: () => Promise<void> = async () => {}

  constructor(services: Services) {
    this.#services = services
  }

  /** Starts listening for changes; checks every socket after a lost connection, as notifications may be missing. */
  async start(): Promise<void> {
    const stopListening = await this.#services.database.listen(
      CHANNEL,
      (customer_id) => this.#tell(this.#by_customer.get(customer_id) ?? []),
      () => this.#tell(this.#all),
    )
    const beats = setInterval(() => {
      for (const connection of this.#all) void connection.beat()
    }, SOCKET_BEAT_MS)
    this.#stop = async () => {
      clearInterval(beats)
      await stopListening()
    }
  }

  async stop(): Promise<void> {
    await this.#stop()
  }

  /** Takes a new socket from a network; its client has to say hello first. */
  open(socket: WebSocket, network: string): void {
    const { rate_limit_per_minute } = this.#services.settings
    const connection = new ChatConnection(this.#services, socket, {
      admit: (admitted, customer_id) => this.#admit(admitted, customer_id, socket),
      isGuessing: () => this.#wrong_tokens.count(network) > rate_limit_per_minute,
    })
    this.#all.add(connection)
    const late = setTimeout(() => connection.is_waiting && connection.turnAway(), HELLO_WITHIN_MS)
    socket.once('close', () => {
      clearTimeout(late)
      this.#all.delete(connection)
    })
    if (this.#all.size > WAITING_MAX && this.#waiting() > WAITING_MAX) connection.turnAway()
  }

  #admit(connection: ChatConnection, customer_id: string, socket: WebSocket): boolean {
    const present = this.#by_customer.get(customer_id) ?? new Set()
    if (present.size >= CUSTOMER_SOCKETS_MAX) return false
    this.#by_customer.set(customer_id, present.add(connection))
    socket.once('close', () => {
      present.delete(connection)
      if (present.size === 0 && this.#by_customer.get(customer_id) === present) {
        this.#by_customer.delete(customer_id)
      }
    })
    return true
  }

  #waiting(): number {
    return [...this.#all].filter(({ is_waiting }) => is_waiting).length
  }

  #tell(connections: Iterable<ChatConnection>): void {
    for (const connection of connections) void connection.tell()
  }
}
