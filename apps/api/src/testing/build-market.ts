import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { formatAmount } from '@adtally/money/money.ts'
import { newId } from '../database/identifiers.ts'
import { Office, type Payment } from '../demo/office.ts'
import type { Module } from '../modules/module.ts'
import { placePlan } from '../modules/plans/index.ts'
import type { Services } from '../modules/services.ts'
import { depositAccountFor } from '../modules/wallet/index.ts'
import { type BuiltCustomer, buildCustomer, type CustomerWishes } from './build-customer.ts'
import { buildStaff } from './build-staff.ts'

/** A PNG of one pixel: the smallest picture there is. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Who and what a plan needs before it can be delivered. */
export interface Market {
  office: Office
  advertiser_id: string
  postback_secret: string
  product_id: string
  publisher_id: string
  placement_id: string
  placement_key: string
  /** A further placement of the publisher, or product of the advertiser; answers its id and, of a placement, key. */
  addPlacement(flags?: Record<string, string>): Promise<{ placement_id: string; key: string }>
  addProduct(flags?: Record<string, string>): Promise<string>
  /** A customer with cash from a matched bank line. */
  customerWith(amount: string, wishes?: CustomerWishes): Promise<BuiltCustomer>
  /** Places a plan of the market's product. */
  place(customer_id: string, amount_micros: bigint, product_id?: string): Promise<string>
}

const evidence = () => ({ evidence_hash: randomBytes(32).toString('hex'), reason: 'documents seen' })
const text = (value: unknown) => String(value)

/** An advertiser with escrow, an open product with an approved creative, a publisher with a placement: by staff's verbs. */
export async function buildMarket(
  services: Services,
  modules: readonly Module[],
  wishes: { product?: Record<string, string>; placement?: Record<string, string>; escrow?: string } = {},
): Promise<Market> {
  const office = new Office(services, modules, await buildStaff(services))
  const tag = randomBytes(4).toString('hex')
  let balance_micros = 0n
  let lines = 0
  const pay = async (payment: Omit<Payment, 'bank_reference'>, amount_micros: bigint) => {
    lines += 1
    const bank_reference = `${tag}-${lines}`
    await office.importPayments([{ ...payment, bank_reference }], formatAmount(balance_micros))
    balance_micros += amount_micros
    return bank_reference
  }
  const company = {
    name: `Orchard ${tag}`,
    legal_name: `Orchard Games ${tag} Ltd`,
    account_name: `Orchard Games ${tag} Ltd`,
  }
  const advertiser = await office.decide('create-advertiser', { ...company, ...evidence() })
  const advertiser_id = text(advertiser.advertiser_id)
  const escrow = wishes.escrow ?? '50000.00'
  const escrow_line = await pay(
    { amount: escrow, name: company.account_name, account: 'DE89370400440532013000', remittance: 'escrow' },
    BigInt(escrow.replace('.', '')) * 10_000n,
  )
  await office.decide('match-escrow', { line: await office.lineOf(escrow_line), advertiser_id })
  const publisher = {
    name: `Gazette ${tag}`,
    legal_name: `Gazette ${tag} Ltd`,
    account_name: `Gazette ${tag} Ltd`,
  }
  const domain = `gazette-${tag}.example`
  const { publisher_id } = await office.decide('create-publisher', { ...publisher, domain, ...evidence() })

  const addProduct = async (flags: Record<string, string> = {}) => {
    const file = join(tmpdir(), `adtally-test-${tag}.png`)
    writeFileSync(file, PIXEL)
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
      landing_url: 'https://shop.example/meadow?from=adtally',
      reason: 'asked for by the advertiser',
      ...flags,
    })
    const product_id = text(product.product_id)
    const creative = await office.run('create-creative', {
      product_id,
      kind: 'image',
      headline: 'Meadow',
      body: 'Play',
      file,
    })
    await office.check('approve-creative', { creative_id: creative.creative_id })
    return product_id
  }
  const addPlacement = async (flags: Record<string, string> = {}) => {
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
  const product_id = await addProduct(wishes.product)
  const { placement_id, key } = await addPlacement(wishes.placement)
  return {
    office,
    advertiser_id,
    postback_secret: text(advertiser.postback_secret),
    product_id,
    publisher_id: text(publisher_id),
    placement_id,
    placement_key: key,
    addPlacement,
    addProduct,
    async customerWith(amount, customer_wishes) {
      const customer = await buildCustomer(services, customer_wishes)
      const { reference } = await depositAccountFor(services, customer.customer_id)
      const micros = BigInt(amount.replace('.', '')) * 10_000n
      await pay(
        { amount, name: 'Some Body', account: 'DE89370400440532013000', remittance: reference },
        micros,
      )
      return customer
    },
    async place(customer_id, amount_micros, of_product = product_id) {
      const parts = { cash_micros: amount_micros, discount_micros: 0n, startup_micros: 0n }
      const { plan_id } = await placePlan(services, customer_id, {
        request_id: newId(),
        product_id: of_product,
        parts,
      })
      return plan_id
    },
  }
}
