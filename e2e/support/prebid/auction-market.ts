import { randomUUID } from 'node:crypto'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { expect } from '@playwright/test'
import type { Pool } from 'pg'
import * as z from 'zod/mini'
import { createPool } from '../../../apps/api/src/database/connection.ts'
import { DATABASE } from '../../../apps/api/src/database/setup/roles.ts'
import { type Site, startSite } from '../../../apps/api/src/demo/site-server.ts'
import { superuserOf } from '../kills/kill-setup.ts'
import { type LiveMarket, startLiveMarket } from '../live-market.ts'
import { addCreative } from '../market.ts'
import { documentFile } from '../offices/document-file.ts'
import { payingCustomer } from '../paying-customer.ts'
import { PHONE } from '../screens/phone.ts'

/** The plan's whole amount, of which one impression on the dear placement takes a fifth. */
const PLAN = '20.00'
const PRICES = { cheap: '5.00', dear: '4000.00', native: '5.00', film: '5.00' } as const
/** Of the placements that are none of pictures. */
const FORMATS: Partial<Record<keyof typeof PRICES, { format: string; width: string; height: string }>> = {
  native: { format: 'native', width: '320', height: '100' },
  film: { format: 'video', width: '640', height: '360' },
}
const OF_PICTURES = { format: 'image', width: '320', height: '100' }

/** What became of a publisher's impressions. */
export interface Told {
  /** Impressions that count. */
  valid: number
  /** The rules by which others do not. */
  rules: string[]
  /** What the ledger says that the publisher has earned. */
  earned_micros: number
}

/** A running program with one plan of 20.00, and a publisher whose pages hold auctions. */
export interface AuctionMarket {
  /** The program's origin, which the adapter asks. */
  origin: string
  keys: Readonly<Record<keyof typeof PRICES, string>>
  live: LiveMarket
  /** What the plan is for: a picture, and the same as native. */
  product_id: string
  /** Serves a text at an address of its own on the publisher's origin; answers the address. */
  serve(type: 'text/html' | 'text/javascript', text: string): string
  told(): Promise<Told>
  stop(): Promise<void>
}

const eventRow = z.object({ rule: z.nullable(z.string()) })
const sumRow = z.object({ earned: z.string() })

/** Starts the program, opens its market and places the plan; resolves once it is bid for. */
export async function startAuctionMarket(): Promise<AuctionMarket> {
  const live = await startLiveMarket()
  const texts = new Map<string, { type: string; text: string }>()
  const site = await startSite(0, ({ url = '' }, response) => {
    const found = texts.get(url.replace(/\?.*/, ''))
    const type = `${found?.type ?? 'text/plain'}; charset=utf-8`
    response.writeHead(found ? 200 : 404, { 'content-type': type, 'cache-control': 'no-store' })
    response.end(found?.text ?? '')
  })
  const database = { ...superuserOf(live.program.data_dir), database: DATABASE }
  const pool = createPool(database, { max: 1, scope: 'unset' })
  const { product_id } = await live.open()
  await addCreative(live.office, product_id, { folder: live.program.data_dir, kind: 'native' })
  const { publisher_id, keys } = await openPublisher(live, site)
  const person = { username: 'runa.falk', password: 'a lighthouse with two doors', name: 'Runa Falk' }
  const customer = await payingCustomer(live, person, PLAN)
  // A plan of one day has no pace but its amount.
  await customer.call(planPut, { request_id: randomUUID(), product_id, amount: PLAN, duration_days: 1 })
  const origin = live.program.url
  await expect.poll(() => isBidFor(origin, site.origin, keys.cheap)).toBe(true)
  return {
    origin,
    keys,
    live,
    product_id,
    serve(type, text) {
      const path = `/text-${texts.size + 1}`
      texts.set(path, { type, text })
      return site.origin + path
    },
    told: () => toldOf(pool, publisher_id),
    async stop() {
      await pool.end()
      await site.stop()
      await live.stop()
    },
  }
}

/** Asks as a page of the publisher's, as a test, which holds nothing (OpenRTB 2.6 §3.2.1). */
async function isBidFor(origin: string, page_origin: string, tagid: string): Promise<boolean> {
  const { status } = await fetch(`${origin}/openrtb2/auction`, {
    method: 'POST',
    headers: { origin: page_origin, 'user-agent': `${PHONE} Early/${randomUUID()}` },
    body: JSON.stringify({ id: 'early', test: 1, imp: [{ id: '1', tagid, banner: { w: 320, h: 100 } }] }),
  })
  return status === 200
}

async function openPublisher(
  { office }: LiveMarket,
  site: Site,
): Promise<{ publisher_id: string; keys: AuctionMarket['keys'] }> {
  const publisher = await office.decide('create-publisher', {
    name: 'Auction Pages',
    'legal-name': 'Auction Pages Ltd',
    'account-name': 'Auction Pages Ltd',
    'evidence-hash': documentFile('register extract of Auction Pages'),
    reason: 'Register extract and bank letter seen',
    domain: new URL(site.origin).host,
  })
  const publisher_id = String(publisher.publisher_id)
  const open = async (name: keyof typeof PRICES) => {
    const { key } = await office.decide('create-placement', {
      'publisher-id': publisher_id,
      name,
      ...(FORMATS[name] ?? OF_PICTURES),
      'price-model': 'CPM',
      price: PRICES[name],
      push: 'official',
      reason: 'A slot that is auctioned',
    })
    return String(key)
  }
  return {
    publisher_id,
    keys: {
      cheap: await open('cheap'),
      dear: await open('dear'),
      native: await open('native'),
      film: await open('film'),
    },
  }
}

async function toldOf(pool: Pool, publisher_id: string): Promise<Told> {
  const events = await pool.query(
    "select rule from delivery.events where publisher_id = $1 and kind = 'impression'",
    [publisher_id],
  )
  const rules = events.rows.map((row) => eventRow.parse(row).rule)
  const sums = await pool.query(
    `select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::text as earned
     from ledger.accounts where code = 'publisher_unsettled' and owner_id = $1`,
    [publisher_id],
  )
  return {
    valid: rules.filter((rule) => rule === null).length,
    rules: rules.filter((rule) => rule !== null),
    earned_micros: Number(sumRow.parse(sums.rows[0]).earned),
  }
}
