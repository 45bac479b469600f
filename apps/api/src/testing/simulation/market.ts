import type { Micros } from '@adtally/money/money.ts'
import type { Office } from '../../demo/office.ts'
import { LETTER } from '../office/letter.ts'
import { makePlacement, makeProduct } from '../worlds/build-market.ts'
import type { Bank } from './bank.ts'

const UNIT = 1_000_000n
const EVIDENCE = 'ab'.repeat(32)

/** An advertiser with its key for signing conversions. */
export interface Advertiser {
  advertiser_id: string
  postback_secret: string
  /** The landing pages' host, which tells whose conversion a click may become. */
  host: string
  account_name: string
}

/** The parties beside customers. */
export interface Market {
  advertisers: readonly Advertiser[]
  product_ids: readonly string[]
  publisher_ids: readonly string[]
  placement_keys: readonly string[]
  /** Of the pages that placements stand on, by key. */
  origins: ReadonlyMap<string, string>
  acceptor_ids: string[]
}

/** The market to open: payouts by advertiser, prices by publisher. */
export interface MarketPlan {
  payouts: readonly string[]
  advertisers: readonly string[]
  /** Pairs of price model and price. */
  prices: Readonly<Record<string, readonly (readonly [string, string])[]>>
}

/** Opens a market with staff's verbs: two advertisers, four products, two publishers, three slots, own money. */
export async function openMarket(
  office: Office,
  bank: Bank,
  now: Date,
  plan: MarketPlan = USUAL,
): Promise<Market> {
  const pay = async (amount_micros: Micros, name: string, remittance: string) => {
    const [reference = ''] = await bank.tell(office, now, [{ amount_micros, name, remittance }])
    return String(await office.lineOf(reference))
  }
  await office.decide('match-own-money', { line_id: await pay(20_000n * UNIT, 'Operator', 'own money') })
  await office.decide('move-platform-money', { amount: '9000.00', move: 'own-promo' })
  await office.decide('move-platform-money', { amount: '6000.00', move: 'own-reserve' })
  const advertisers: Advertiser[] = []
  const product_ids: string[] = []
  for (const name of plan.advertisers) {
    const advertiser = await openAdvertiser(office, name)
    advertisers.push(advertiser)
    const { advertiser_id, account_name } = advertiser
    await office.decide('match-escrow', {
      line_id: await pay(4_000n * UNIT, account_name, 'escrow'),
      advertiser_id,
    })
    for (const payout of plan.payouts) {
      const { advertiser_id, host } = advertiser
      const name = `Meadow of ${host} at ${payout}`
      const flags = {
        name,
        payout,
        amount_max: '400.00',
        landing_url: `https://${host}/meadow?click_id={click_id}`,
        push: 'official',
      }
      product_ids.push(await makeProduct(office, advertiser_id, flags))
    }
  }
  const publisher_ids: string[] = []
  const placement_keys: string[] = []
  const origins = new Map<string, string>()
  for (const [name, prices] of Object.entries(plan.prices)) {
    const domain = `${name.toLowerCase()}.example`
    const made = await office.decide('create-publisher', {
      ...company(name),
      domain,
      evidence_hash: EVIDENCE,
      reason: 'documents seen',
    })
    const publisher_id = String(made.publisher_id)
    publisher_ids.push(publisher_id)
    await office.decide('set-payee-account', {
      payee_kind: 'publisher',
      payee_id: publisher_id,
      account_number: 'DE89370400440532013000',
      evidence_file: LETTER,
      reason: 'documents seen',
    })
    for (const [price_model, price] of prices) {
      const flags = { name: `Slot at ${price}`, price_model, price }
      const { key } = await makePlacement(office, publisher_id, flags)
      placement_keys.push(key)
      origins.set(key, `https://${domain}`)
    }
  }
  return { advertisers, product_ids, publisher_ids, placement_keys, origins, acceptor_ids: [] }
}

const USUAL: MarketPlan = {
  payouts: ['1.20', '3.333333'],
  advertisers: ['Orchard', 'Harbour'],
  prices: {
    Gazette: [
      ['CPC', '0.777'],
      ['CPM', '950.001'],
    ],
    Courier: [['CPC', '1.003']],
  },
}

function company(name: string) {
  const legal_name = `${name} Ltd`
  return { name, legal_name, account_name: legal_name }
}

async function openAdvertiser(office: Office, name: string): Promise<Advertiser> {
  const flags = { ...company(name), evidence_hash: EVIDENCE, reason: 'documents seen' }
  const made = await office.decide('create-advertiser', flags)
  return {
    advertiser_id: String(made.advertiser_id),
    postback_secret: String(made.postback_secret),
    host: `${name.toLowerCase()}.example`,
    account_name: flags.account_name,
  }
}
