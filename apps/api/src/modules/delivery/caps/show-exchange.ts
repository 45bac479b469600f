import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../../../database/identifiers.ts'
import type { BaseServices } from '../../services.ts'
import type { ShownSubject } from '../verification/over-cap.ts'
import type { DeviceShows } from './device-shows.ts'
import { SHOWN_CHANNEL, tellShown } from './show-exchange.repository.ts'
import { noticesOf, readNotice, type Show, showsIn } from './show-notice.ts'

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
  /** Devices with a show that has not been heard, by the batch that tells it. */
  readonly #untold = new Map<string, number>()
  #batch = 1
  #gathered: Show[] = []
  /** The batch on its way. */
  #sent: Show[] = []
  #heard = Promise.withResolvers<void>()
  #is_listening = false
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
    return async () => {
      this.#is_listening = false
      this.#untold.clear()
      this.#gathered = []
      this.#heardAll()
      await stop()
    }
  }

  /** Notes a show, which leaves with all others of this moment. */
  tell({ plan_id, product_id, advertiser_id }: ShownSubject, device: string, shown_at_ms: number): void {
    if (!this.#is_listening || this.#gathered.length >= WAITING_MAX) return
    this.#untold.set(device, this.#batch)
    this.#gathered.push({ plan_id, product_id, advertiser_id, device, shown_at_ms })
    if (this.#gathered.length === 1 && !this.#is_sending) setImmediate(() => void this.#send())
  }

  /** Whether the device was shown something by this node that has not been heard yet. */
  isUntold(device: string): boolean {
    return this.#untold.has(device)
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
    while (this.#untold.has(device) && !is_late) await Promise.race([this.#heard.promise, limit])
    giving_up.abort()
    return !this.#untold.has(device)
  }

  async #send(): Promise<void> {
    if (this.#is_sending || this.#gathered.length === 0) return
    this.#is_sending = true
    this.#sent = this.#gathered
    this.#gathered = []
    this.#batch += 1
    await this.#trySending()
  }

  /** Never throws. What could not be sent is tried again, since the devices wait for it. */
  async #trySending(): Promise<void> {
    const batch = this.#batch - 1
    while (this.#is_listening && this.#is_sending && batch === this.#batch - 1) {
      try {
        await tellShown(this.#needs.database, noticesOf({ sender: this.#sender, batch }, this.#sent))
        return
      } catch (error) {
        this.#needs.log.warn({ err: error }, 'could not tell other nodes what was shown; trying again')
        await wait(RETRY_MS, undefined, { ref: false })
      }
    }
  }

  #hear(text: string): void {
    const notice = readNotice(text)
    if (notice === null) return
    if (notice.sender !== this.#sender) {
      for (const show of showsIn(notice)) this.#shows.add(show, show.device, show.shown_at_ms)
      return
    }
    if (notice.is_last && notice.batch === this.#batch - 1 && this.#is_sending) this.#heardAll()
  }

  /** The batch on its way has been heard, and with it all that was told before. */
  #heardAll(): void {
    const batch = this.#batch - 1
    for (const { device } of this.#sent) if (this.#untold.get(device) === batch) this.#untold.delete(device)
    this.#sent = []
    this.#is_sending = false
    const heard = this.#heard
    this.#heard = Promise.withResolvers()
    heard.resolve()
    if (this.#gathered.length > 0) setImmediate(() => void this.#send())
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
