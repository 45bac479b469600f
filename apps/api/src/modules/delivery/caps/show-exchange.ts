import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../../../database/identifiers.ts'
import type { BaseServices } from '../../services.ts'
import type { ShownSubject } from '../verification/over-cap.ts'
import type { DeviceShows } from './device-shows.ts'
import { SHOWN_CHANNEL, tellShown } from './show-exchange.repository.ts'
import { DEVICE_LENGTH, MINUTE_MS, noticesOf, readNotice, type Shown, shownIn } from './show-notice.ts'

/** Delay after notices could not be sent. */
const RETRY_MS = 1_000
/** More shows that wait to be told than this mean that the database is away; the books judge what is over then. */
const WAITING_MAX = 100_000

type ExchangeNeeds = Pick<BaseServices, 'database' | 'log'>

/**
 * Tells other nodes what this one shows, and counts what they show. Notices have one order, the same for all, and a node
 * hears its own: once it does, it has heard all that was told before. A node shows a device nothing more before that, so
 * that of a cap, however many nodes a device asks at once, each shows it at most once too often
 * (docs/decisions/caps-over-nodes.md).
 */
export class ShowExchange {
  readonly #needs: ExchangeNeeds
  readonly #shows: DeviceShows
  readonly #sender = newId()
  #batch = 0
  /** What leaves with the next batch, by what was shown; and the devices in it. */
  #gathered = new Map<ShownSubject, Shown>()
  #gathered_devices = new Set<string>()
  /** The batch on its way, until it is heard. */
  #sent: readonly Shown[] = []
  #sent_devices = new Set<string>()
  #heard = Promise.withResolvers<void>()
  #is_listening = false
  /** Whether there is anybody to tell: a node that is alone tells nothing and waits for nothing. */
  #has_peers = false
  #is_sending = false

  constructor(needs: ExchangeNeeds, shows: DeviceShows) {
    this.#needs = needs
    this.#shows = shows
  }

  /** Listens until the returned function is called; `recall` counts anew what notices that were missed may have told. */
  async start(recall: () => Promise<void>): Promise<() => Promise<void>> {
    const stop = await this.#needs.database.listen(
      SHOWN_CHANNEL,
      (notice) => this.#hear(notice),
      () => void this.#recover(recall),
    )
    this.#is_listening = true
    await this.#greet()
    return async () => {
      this.#is_listening = false
      this.#gathered.clear()
      this.#gathered_devices.clear()
      this.#heardAll()
      await stop()
    }
  }

  /** Notes a show, which leaves with all others of this moment. `subject` is told once for all devices of a minute. */
  tell(subject: ShownSubject, device: string, shown_at_ms: number): void {
    if (!this.#has_peers || !this.#is_listening || this.#gathered_devices.size >= WAITING_MAX) return
    const minute = Math.floor(shown_at_ms / MINUTE_MS)
    const shown = this.#gathered.get(subject)
    // A batch is gone within milliseconds; of one that a minute ends in, all counts for its beginning.
    if (shown) shown.devices += device
    else this.#gathered.set(subject, { subject, minute, devices: device })
    this.#gathered_devices.add(device)
    if (this.#gathered_devices.size === 1 && !this.#is_sending) setImmediate(() => void this.#send())
  }

  /** Whether the device was shown something by this node that has not been heard yet. */
  isUntold(device: string): boolean {
    return this.#gathered_devices.has(device) || this.#sent_devices.has(device)
  }

  /** Waits up to `wait_ms` until all that this node showed the device has been heard; answers whether it has. */
  async told(device: string, wait_ms: number): Promise<boolean> {
    const giving_up = new AbortController()
    let is_late = false
    const limit = wait(wait_ms, undefined, { signal: giving_up.signal })
      .catch(() => {})
      .then(() => {
        is_late = true
      })
    while (this.isUntold(device) && !is_late) await Promise.race([this.#heard.promise, limit])
    giving_up.abort()
    return !this.isUntold(device)
  }

  async #send(): Promise<void> {
    if (this.#is_sending || this.#gathered.size === 0) return
    this.#is_sending = true
    this.#sent = [...this.#gathered.values()]
    this.#sent_devices = this.#gathered_devices
    this.#gathered = new Map()
    this.#gathered_devices = new Set()
    this.#batch += 1
    await this.#trySending()
  }

  /** Never throws. What could not be sent is tried again, since the devices wait for it. */
  async #trySending(): Promise<void> {
    const batch = this.#batch
    while (this.#is_listening && this.#is_sending && batch === this.#batch) {
      try {
        await tellShown(this.#needs.database, noticesOf({ sender: this.#sender, batch }, this.#sent))
        return
      } catch (error) {
        this.#needs.log.warn({ err: error }, 'could not tell other nodes what was shown; trying again')
        await wait(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  /** Says that this node is there, as a batch of nothing. */
  async #greet(): Promise<void> {
    await tellShown(this.#needs.database, noticesOf({ sender: this.#sender, batch: 0 }, []))
  }

  /** Another node is there; it hears of this one, too. */
  async #meet(): Promise<void> {
    this.#has_peers = true
    try {
      await this.#greet()
    } catch (error) {
      this.#needs.log.warn({ err: error }, 'could not tell other nodes what was shown; trying again')
    }
  }

  #hear(text: string): void {
    const notice = readNotice(text)
    if (notice === null) return
    if (notice.sender !== this.#sender) {
      if (!this.#has_peers) void this.#meet()
      for (const { subject, minute, devices } of shownIn(notice))
        for (let at = 0; at < devices.length; at += DEVICE_LENGTH)
          this.#shows.add(subject, devices.slice(at, at + DEVICE_LENGTH), minute * MINUTE_MS)
      return
    }
    if (notice.is_last && notice.batch === this.#batch) this.#heardAll()
  }

  /** The batch on its way has been heard, and with it all that was told before. */
  #heardAll(): void {
    this.#sent = []
    this.#sent_devices = new Set()
    this.#is_sending = false
    const heard = this.#heard
    this.#heard = Promise.withResolvers()
    heard.resolve()
    if (this.#gathered.size > 0) setImmediate(() => void this.#send())
  }

  /** After a lost connection: what other nodes told meanwhile is read where it is, and what is on its way leaves again. */
  async #recover(recall: () => Promise<void>): Promise<void> {
    try {
      await recall()
    } catch (error) {
      this.#needs.log.warn(
        { err: error },
        'could not read what devices were shown; going on with what is known',
      )
    }
    if (this.#is_sending) await this.#trySending()
  }
}
