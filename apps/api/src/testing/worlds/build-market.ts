import { randomBytes } from 'node:crypto'
import { formatAmount } from '@adtally/money/money.ts'
import { newId } from '../../database/identifiers.ts'
import { Office, type Payment, signedAmount } from '../../demo/office.ts'
import { fileOf } from '../../modules/given-file.ts'
import type { Module } from '../../modules/module.ts'
import { placePlan } from '../../modules/plans/index.ts'
import type { Services } from '../../modules/services.ts'
import { depositAccountFor } from '../../modules/wallet/index.ts'
import { type BuiltCustomer, buildCustomer, type CustomerWishes } from './build-customer.ts'
import { buildStaff } from './build-staff.ts'
import { PICTURE } from './busy-customer.ts'

/** Everything that a plan needs to be delivered. */
export interface Market {
  office: Office
  advertiser_id: string
  postback_secret: string
  product_id: string
  publisher_id: string
  placement_id: string
  placement_key: string
  /** Of the publisher's pages. */
  origin: string
  /** Adds a placement of the publisher, or a product of the advertiser; returns its id, and a placement's key. */
  addPlacement(flags?: Record<string, string>): Promise<{ placement_id: string; key: string }>
  addProduct(flags?: Record<string, string>): Promise<string>
  /** A customer with cash from a matched bank line. */
  customerWith(amount: string, wishes?: CustomerWishes): Promise<BuiltCustomer>
  /** A payment into the platform's account that waits to be matched; returns the bank line's id. */
  payLine(payment: Pick<Payment, 'amount' | 'name' | 'remittance'>): Promise<string>
  /** A plan of cash; one of a single day may be spent at once, since no later day needs a share of it. */
  place(
    customer_id: string,
    amount_micros: bigint,
    product_id?: string,
    duration_days?: number,
  ): Promise<string>
}

/**
 * Makes an advertiser with escrow, an open product with an approved creative, and a publisher with a placement, by
 * staff's verbs. Once per database, because its bank statements start the chain.
 */
export async function buildMarket(
  services: Services,
  modules: readonly Module[],
  wishes: { product?: Flags; placement?: Flags } = {},
): Promise<Market> {
  const office = new Office(services, modules, await buildStaff(services))
  const tag = randomBytes(4).toString('hex')
  const bank = new Bank(office, tag)
  const advertiser = await office.decide('create-advertiser', { ...company('Orchard', tag), ...evidence() })
  const advertiser_id = text(advertiser.advertiser_id)
  const escrow = { amount: ESCROW, name: company('Orchard', tag).account_name, remittance: 'escrow' }
  await office.decide('match-escrow', { line_id: await office.lineOf(await bank.pay(escrow)), advertiser_id })
  const domain = `gazette-${tag}.example`
  const publisher = await office.decide('create-publisher', {
    ...company('Gazette', tag),
    domain,
    ...evidence(),
  })
  const publisher_id = text(publisher.publisher_id)
  const addProduct = (flags: Flags = {}) => makeProduct(office, advertiser_id, flags)
  const addPlacement = (flags: Flags = {}) => makePlacement(office, publisher_id, flags)
  const product_id = await addProduct(wishes.product)
  const { placement_id, key } = await addPlacement(wishes.placement)
  return {
    office,
    advertiser_id,
    postback_secret: text(advertiser.postback_secret),
    product_id,
    publisher_id,
    placement_id,
    placement_key: key,
    origin: `https://${domain}`,
    addPlacement,
    addProduct,
    async customerWith(amount, customer_wishes) {
      const customer = await buildCustomer(services, customer_wishes)
      const { reference } = await depositAccountFor(services, customer.customer_id)
      await bank.pay({ amount, name: 'Some Body', remittance: reference })
      return customer
    },
    payLine: async (payment) => (await office.lineOf(await bank.pay(payment))) ?? '',
    async place(customer_id, amount_micros, of_product = product_id, duration_days) {
      const parts = { cash_micros: amount_micros, discount_micros: 0n, startup_micros: 0n }
      const request = { request_id: newId(), product_id: of_product, parts, duration_days }
      return (await placePlan(services, customer_id, request)).plan_id
    },
  }
}

type Flags = Record<string, string>

const ESCROW = '50000.00'

const evidence = () => ({ evidence_hash: randomBytes(32).toString('hex'), reason: 'documents seen' })
const text = (value: unknown) => String(value)

function company(name: string, tag: string) {
  const legal_name = `${name} ${tag} Ltd`
  return { name: `${name} ${tag}`, legal_name, account_name: legal_name }
}

/** Payments into the platform's account, on consecutive statements. */
class Bank {
  readonly #office: Office
  readonly #tag: string
  #balance_micros = 0n
  #lines = 0

  constructor(office: Office, tag: string) {
    this.#office = office
    this.#tag = tag
  }

  /** Returns the line's reference. */
  async pay(payment: Pick<Payment, 'amount' | 'name' | 'remittance'>): Promise<string> {
    this.#lines += 1
    const bank_reference = `${this.#tag}-${this.#lines}`
    const line = { ...payment, bank_reference, account: 'DE89370400440532013000' }
    await this.#office.importPayments([line], formatAmount(this.#balance_micros))
    this.#balance_micros += signedAmount(payment.amount)
    return bank_reference
  }
}

/** A product with an approved creative, by two people; answers its id. */
export async function makeProduct(office: Office, advertiser_id: string, flags: Flags): Promise<string> {
  const product = await office.decide('create-product', {
    advertiser_id,
    name: `Meadow ${randomBytes(3).toString('hex')}`,
    type: 'landing_page',
    category: 'games_puzzle',
    game_description: 'A quiet puzzle.',
    content: 'Play it.',
    rules: 'A conversion is a finished first level.',
    payout: '1.20',
    amount_min: '10.00',
    amount_max: '5000.00',
    goals: 'install=Game installed,purchase=First purchase',
    paid_goal: 'install',
    landing_url: 'https://shop.example/meadow?from=adtally&click_id={click_id}',
    reason: 'asked for by the advertiser',
    ...flags,
  })
  const product_id = text(product.product_id)
  const file = fileOf('pixel.png', PICTURE)
  const shown = { product_id, kind: 'image', headline: 'Meadow', body: 'Play', file }
  const { creative_id, asset_sha256 } = await office.run('create-creative', shown)
  await office.check('approve-creative', { creative_id, asset_sha256 })
  return product_id
}

/** A placement, by two people. */
export async function makePlacement(office: Office, publisher_id: string, flags: Flags) {
  const placement = await office.decide('create-placement', {
    publisher_id,
    name: `Slot ${randomBytes(3).toString('hex')}`,
    format: 'image',
    width: '300',
    height: '250',
    price_model: 'CPM',
    price: '2.00',
    push: 'official',
    reason: 'asked for by the publisher',
    ...flags,
  })
  return { placement_id: text(placement.placement_id), key: text(placement.key) }
}
