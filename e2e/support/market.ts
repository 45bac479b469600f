import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { drawPoster } from '../../apps/api/src/demo/seed/artwork/posters.ts'
import { PRODUCTS } from '../../apps/api/src/demo/seed/catalogue.ts'
import type { Bank } from './offices/bank.ts'
import type { CommandLineOffice } from './offices/command-line-office.ts'
import { documentFile } from './offices/document-file.ts'

const [terms] = PRODUCTS
/** The market's product, as its landing page describes it. */
export const PRODUCT = terms ?? fail('the catalogue is empty')
/** The price of a thousand impressions, and the payout of a conversion, in major units. */
const PRICE_PER_THOUSAND = '50.00'
const PAYOUT = '1.80'
const ESCROW = '5000.00'

/** What a market's sites need to know. */
export interface Market {
  advertiser_id: string
  publisher_id: string
  postback_secret: string
  product_id: string
  placement_key: string
}

/** An advertiser with escrow, a product with approved creatives, a publisher and a placement, all by two people. */
export async function openMarket(
  office: CommandLineOffice,
  bank: Bank,
  place: { publisher_origin: string; advertiser_origin: string; folder: string },
): Promise<Market> {
  const company = (name: string) => ({
    name,
    'legal-name': `${name} Ltd`,
    'account-name': `${name} Ltd`,
    'evidence-hash': documentFile(`register extract of ${name}`),
    reason: 'Register extract and bank letter seen',
  })
  const advertiser = await office.decide('create-advertiser', company(PRODUCT.advertiser))
  const advertiser_id = String(advertiser.advertiser_id)
  const product = await office.decide('create-product', {
    'advertiser-id': advertiser_id,
    name: PRODUCT.name,
    type: PRODUCT.type,
    category: PRODUCT.category,
    'game-description': PRODUCT.game_description,
    content: PRODUCT.content,
    rules: PRODUCT.rules,
    payout: PAYOUT,
    'amount-min': '20.00',
    'amount-max': '1000.00',
    goals: 'signup=Signed up',
    'paid-goal': 'signup',
    'landing-url': `${place.advertiser_origin}${PRODUCT.path}?click_id={click_id}`,
    reason: "Terms as in the advertiser's order",
  })
  const product_id = String(product.product_id)
  await addCreative(office, product_id, { folder: place.folder, kind: 'image' })
  await payEscrow(office, bank, advertiser_id)
  const publisher = await office.decide('create-publisher', {
    ...company('Harbour Review'),
    domain: new URL(place.publisher_origin).host,
  })
  const placement = await office.decide('create-placement', {
    'publisher-id': String(publisher.publisher_id),
    name: 'Article top',
    format: 'image',
    width: '320',
    height: '100',
    'price-model': 'CPM',
    price: PRICE_PER_THOUSAND,
    push: 'official',
    reason: 'A slot of the article page',
  })
  const { postback_secret } = advertiser
  return {
    advertiser_id,
    publisher_id: String(publisher.publisher_id),
    postback_secret: String(postback_secret),
    product_id,
    placement_key: String(placement.key),
  }
}

/** Staff add the product's poster as a creative of this kind, and approve it; the file is written into `folder`. */
export async function addCreative(
  office: CommandLineOffice,
  product_id: string,
  { folder, kind }: { folder: string; kind: 'image' | 'native' },
): Promise<void> {
  const file = join(folder, 'creative.png')
  writeFileSync(file, await drawPoster(PRODUCT.poster, 640, 200))
  const { creative_id, asset_sha256 } = await office.run('create-creative', {
    'product-id': product_id,
    kind,
    headline: PRODUCT.headline,
    body: PRODUCT.body,
    file,
  })
  await office.check('approve-creative', {
    'creative-id': String(creative_id),
    'asset-sha256': String(asset_sha256),
  })
}

async function payEscrow(office: CommandLineOffice, bank: Bank, advertiser_id: string): Promise<void> {
  await bank.book({
    bank_reference: 'ESCROW-1',
    amount: ESCROW,
    name: `${PRODUCT.advertiser} Ltd`,
    account: 'DE89370400440532013000',
    remittance: 'Escrow for advertising',
  })
  const line = await bank.waitingLine('ESCROW-1')
  await office.decide('match-escrow', { line_id: line, 'advertiser-id': advertiser_id })
}

/** A licence key for a person whose identity document staff have seen. */
export async function issueLicenceKey(office: CommandLineOffice, person_name: string): Promise<string> {
  const issued = await office.run('issue-code', {
    'person-name': person_name,
    'document-hash': documentFile(`identity card of ${person_name}`),
  })
  return String(issued.licence_code)
}

function fail(why: string): never {
  throw new Error(why)
}

/** The page that its placement stands on. */
export const EVENING_PAGE = 'http://evening.example/'

/** Opens a placement of another publisher, charged on clicks at `price`, a decimal; returns its key. */
export async function openEveningPage(office: CommandLineOffice, price: string): Promise<string> {
  const publisher = await office.decide('create-publisher', {
    name: 'Evening Quay',
    'legal-name': 'Evening Quay Ltd',
    'account-name': 'Evening Quay Ltd',
    'evidence-hash': documentFile('register extract of Evening Quay'),
    reason: 'Register extract and bank letter seen',
    domain: 'evening.example',
  })
  const placement = await office.decide('create-placement', {
    'publisher-id': String(publisher.publisher_id),
    name: 'Evening page',
    format: 'image',
    width: '320',
    height: '100',
    'price-model': 'CPC',
    price,
    push: 'official',
    reason: 'A slot of the evening page',
  })
  return String(placement.key)
}
