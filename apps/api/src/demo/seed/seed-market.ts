import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { fileOf } from '../../modules/given-file.ts'
import type { Office, Payment, Printed } from '../office.ts'
import { drawFilm } from './artwork/film.ts'
import { drawPoster } from './artwork/posters.ts'
import {
  ADVERTISERS,
  CREATIVES,
  type DemoAdvertiser,
  type DemoProduct,
  FILM_CREATIVE,
  PLACEMENTS,
  PRODUCTS,
  PUBLISHER,
} from './catalogue.ts'

const listed = z.object({
  advertisers: z.array(z.looseObject({ advertiser_id: z.string(), name: z.string() })),
  products: z.array(
    z.looseObject({ product_id: z.string(), name: z.string(), approved_creatives: z.number() }),
  ),
  publishers: z.array(z.looseObject({ publisher_id: z.string(), name: z.string() })),
  placements: z.array(z.looseObject({ name: z.string(), key: z.string() })),
})

/** What the demo's sites need to know of the market. */
export interface DemoMarket {
  /** Postback secret by advertiser name, issued anew at each start. */
  secrets: Map<string, { advertiser_id: string; secret: string }>
  /** Placement key by its place on the page. */
  keys: Map<string, string>
  /** By which the program lists the publisher as a seller. */
  seller_id: string
}

/** The origins of the demo's own sites. */
export interface SiteOrigins {
  publisher: string
  advertiser: string
}

/** Advertisers, products, publisher and placements that are still missing, each made by two members of staff. */
export async function seedMarket(office: Office, origins: SiteOrigins): Promise<DemoMarket> {
  for (const advertiser of ADVERTISERS) await makeAdvertiser(office, advertiser)
  for (const product of PRODUCTS) await seedProduct(office, product, origins)
  if (!(await list(office)).publishers.some(({ name }) => name === PUBLISHER.name)) {
    const domain = new URL(origins.publisher).host
    const company = { ...PUBLISHER, account_name: PUBLISHER.legal_name, domain }
    const publisher = { ...company, ...verified(PUBLISHER.legal_name) }
    await office.decideOnce('create-publisher', publisher, { action: 'publisher.create', domain })
  }
  for (const { slot: _slot, ...placement } of PLACEMENTS) {
    const { placements, publishers } = await list(office)
    if (placements.some(({ name }) => name === placement.name)) continue
    const publisher_id = publishers.find(({ name }) => name === PUBLISHER.name)?.publisher_id
    const slot = { publisher_id, ...placement, reason: 'A slot of the article page' }
    const known_by = { action: 'placement.create', publisher_id, name: placement.name }
    await office.decideOnce('create-placement', slot, known_by)
  }
  return await readMarket(office)
}

async function makeAdvertiser(office: Office, { name, legal_name }: DemoAdvertiser): Promise<void> {
  if ((await list(office)).advertisers.some((known) => known.name === name)) return
  const company = { name, legal_name, account_name: legal_name, ...verified(legal_name) }
  await office.decideOnce('create-advertiser', company, { action: 'advertiser.create', legal_name })
}

/** Brings a later advertiser with a product whose creatives are approved, and hands its server the secret. */
export async function bringAdvertiser(
  office: Office,
  market: DemoMarket,
  {
    advertiser,
    product,
    origins,
  }: { advertiser: DemoAdvertiser; product: DemoProduct; origins: SiteOrigins },
): Promise<void> {
  await makeAdvertiser(office, advertiser)
  await seedProduct(office, product, origins)
  const found = (await list(office)).advertisers.find(({ name }) => name === advertiser.name)
  if (found) await handOutSecret(office, market, found)
}

/** Two people book an advertiser's deposit, unless it is booked already. */
export async function bookEscrow(office: Office, name: string, bank_reference: string): Promise<void> {
  const line_id = await office.lineOf(bank_reference)
  if (line_id === null) return
  const advertiser = (await list(office)).advertisers.find((known) => known.name === name)
  const match = { line_id, advertiser_id: advertiser?.advertiser_id }
  await office.decideOnce('match-escrow', match, { action: 'escrow.book', line_id })
}

/** An advertiser's deposit, as paid into the demo's bank. */
export function escrowPayment(
  { legal_name }: DemoAdvertiser,
  bank_reference: string,
  amount: string,
): Payment {
  const account = 'DE89370400440532013000'
  return { bank_reference, amount, name: legal_name, account, remittance: 'Escrow for advertising' }
}

async function list(office: Office) {
  return z.parse(listed, await office.run('list-marketplace'))
}

function verified(legal_name: string): Printed {
  const evidence_hash = createHash('sha256').update(`register extract of ${legal_name}`).digest('hex')
  return { evidence_hash, reason: 'Register extract and bank letter seen' }
}

async function seedProduct(office: Office, product: DemoProduct, origins: SiteOrigins): Promise<void> {
  const { product_id, approved } = await makeProduct(office, product, origins)
  for (const draft of await makeCreatives(office, product_id, product, approved)) {
    await office.check('approve-creative', draft)
  }
}

/** Makes a product with creatives that wait for review. */
export async function bringProduct(
  office: Office,
  product: DemoProduct,
  origins: SiteOrigins,
): Promise<void> {
  const { product_id, approved } = await makeProduct(office, product, origins)
  await makeCreatives(office, product_id, product, approved)
}

/** Makes the product if it is missing; returns its id and how many of its creatives are approved. */
async function makeProduct(
  office: Office,
  product: DemoProduct,
  origins: SiteOrigins,
): Promise<{ product_id: string; approved: number }> {
  const { advertisers, products } = await list(office)
  const known = products.find(({ name }) => name === product.name)
  if (known) return { product_id: known.product_id, approved: known.approved_creatives }
  const advertiser_id = advertisers.find(({ name }) => name === product.advertiser)?.advertiser_id
  const { name, type, category, game_description, content, rules, payout, amount_min, amount_max } = product
  const terms = { name, type, category, game_description, content, rules, payout, amount_min, amount_max }
  const landing_url = `${origins.advertiser}${product.path}?click_id={click_id}`
  const goals = { goals: 'signup=Signed up', paid_goal: 'signup' }
  const reason = 'Terms as in the advertiser’s order'
  const flags = { advertiser_id, ...terms, ...goals, landing_url, reason }
  const known_by = { action: 'product.create', advertiser_id, name }
  const made = await office.decideOnce('create-product', flags, known_by)
  return { product_id: String(made.product_id), approved: 0 }
}

/** Makes the creatives after the first `approved`: they are made and approved in order, one by one. */
async function makeCreatives(
  office: Office,
  product_id: string,
  { headline, body, poster, type }: DemoProduct,
  approved: number,
): Promise<{ creative_id: unknown; asset_sha256: string }[]> {
  const wanted = type === 'video' ? [...CREATIVES, FILM_CREATIVE] : CREATIVES
  if (approved >= wanted.length) return []
  const drafts = (await office.list('list-drafts')).filter((draft) => draft.product_id === product_id)
  const made: { creative_id: unknown; asset_sha256: string }[] = []
  for (const { kind, width, height } of wanted.slice(approved)) {
    const is_film = kind === 'video'
    const content = await (is_film ? drawFilm : drawPoster)(poster, width, height)
    const asset_sha256 = createHash('sha256').update(content).digest('hex')
    const file = fileOf(`${width}x${height}.${is_film ? 'mp4' : 'png'}`, content)
    const draft =
      drafts.find((known) => known.asset_sha256 === asset_sha256) ??
      (await office.run('create-creative', { product_id, kind, headline, body, file }))
    made.push({ creative_id: draft.creative_id, asset_sha256 })
  }
  return made
}

async function readMarket(office: Office): Promise<DemoMarket> {
  const { advertisers, placements, publishers } = await list(office)
  const seller_id = publishers.find(({ name }) => name === PUBLISHER.name)?.publisher_id ?? ''
  const market: DemoMarket = { secrets: new Map(), keys: new Map(), seller_id }
  for (const advertiser of advertisers) await handOutSecret(office, market, advertiser)
  for (const { slot, name } of PLACEMENTS) {
    const key = placements.find((placement) => placement.name === name)?.key
    if (key !== undefined) market.keys.set(slot, key)
  }
  return market
}

async function handOutSecret(
  office: Office,
  market: DemoMarket,
  { advertiser_id, name }: { advertiser_id: string; name: string },
): Promise<void> {
  const reason = 'The demo’s advertiser site starts anew'
  const { postback_secret } = await office.check('rotate-postback-secret', { advertiser_id, reason })
  market.secrets.set(name, { advertiser_id, secret: String(postback_secret) })
}
