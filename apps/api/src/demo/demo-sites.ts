import { codeOf, StartError } from '../database/start-error.ts'
import { startAdvertiserSite } from './advertiser-site.ts'
import { startPublisherSite } from './publisher-site.ts'
import type { DemoMarket } from './seed/seed-market.ts'
import type { Site } from './site-server.ts'

/** The sites' ports on this machine's loopback. */
export interface SitePorts {
  publisher_port: number
  advertiser_port: number
}

/** The demo's publisher and advertiser sites, on origins of their own. */
export class DemoSites {
  readonly #ports: SitePorts
  readonly #program_origin: string
  readonly #sites: Site[] = []
  readonly #market: DemoMarket = { secrets: new Map(), keys: new Map(), seller_id: '' }

  constructor(ports: SitePorts, program_origin: string) {
    this.#ports = ports
    this.#program_origin = program_origin
  }

  /** Opens the sites with this market. Throws `StartError` if a port is taken. */
  async open(market: DemoMarket): Promise<void> {
    Object.assign(this.#market, market)
    if (this.#sites.length > 0) return
    const { publisher_port, advertiser_port } = this.#ports
    try {
      this.#sites.push(await startPublisherSite(publisher_port, this.#program_origin, market))
      this.#sites.push(await startAdvertiserSite(advertiser_port, this.#program_origin, this.#market))
    } catch (error) {
      await this.stop()
      throw portError(error, this.#ports)
    }
  }

  async stop(): Promise<void> {
    for (const site of this.#sites.splice(0)) await site.stop()
  }
}

function portError(error: unknown, { publisher_port, advertiser_port }: SitePorts): unknown {
  if (codeOf(error) !== 'EADDRINUSE') return error
  return new StartError(
    `The demo's sites need the ports ${publisher_port} and ${advertiser_port} of this data folder, and one is in use; end what uses it, or use another DATA_DIR.`,
  )
}
