import { randomBytes } from 'node:crypto'
import {
  acceptorOrderComplete,
  acceptorOrderConfirm,
  acceptorOrderDispute,
} from '@adtally/contract/money/exchange.ts'
import { setPassword } from '@adtally/contract/money/wallet.ts'
import type { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import sharp from 'sharp'
import { newId } from '../../../database/identifiers.ts'
import { type TestProgram, testProgram } from '../../../testing/servers/test-program.ts'
import { transactionPasswordDigest } from '../../../testing/worlds/build-customer.ts'
import { buildMarket, type Market } from '../../../testing/worlds/build-market.ts'
import { fileOf } from '../../given-file.ts'
import { type AccountCode, balances } from '../../ledger/index.ts'
import { enterCode } from '../orders/enter-code.ts'
import { listOrders } from '../orders/list-orders.ts'
import { type Order, orderById } from '../orders/orders.repository.ts'

export const MINUTE_MS = 60_000
export const DAY_MS = 24 * 60 * MINUTE_MS
export const password = transactionPasswordDigest('204816')
const SYSTEM = { kind: 'system' } as const

/** A customer with cash and a transaction password. */
export interface Buyer {
  customer_id: string
  token: string
}

/** A program with staff, a bank and a day's reference rate, and what people do in it. */
export class ExchangeWorld {
  readonly program: TestProgram
  readonly market: Market
  /** A picture that shows a payment. */
  readonly picture: GivenFile

  private constructor(program: TestProgram, market: Market, picture: GivenFile) {
    this.program = program
    this.market = market
    this.picture = picture
  }

  static async open(): Promise<ExchangeWorld> {
    const program = await testProgram()
    const market = await buildMarket(program.services, program.modules)
    const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a7a4b' } })
    const picture = fileOf('receipt.png', await drawn.png().toBuffer())
    const world = new ExchangeWorld(program, market, picture)
    await world.rate()
    return world
  }

  async close(): Promise<void> {
    await this.program.close()
  }

  run(verb: string, flags: Record<string, unknown>) {
    return this.market.office.run(verb, flags)
  }

  decide(verb: string, flags: Record<string, unknown>) {
    return this.market.office.decide(verb, flags)
  }

  async rate(): Promise<void> {
    await this.decide('set-reference-rate', {
      currency: 'EUR',
      rate: '0.920000',
      source: 'ECB reference rates',
      as_of: new Date(this.program.services.clock.now_ms() - MINUTE_MS).toISOString(),
      reason: 'looked up',
    })
  }

  /** An acceptor with a bond from a bank line and a limit; its fee is half a percent. */
  async acceptor(bond: string, limit: string): Promise<string> {
    const name = `Exchange ${randomBytes(4).toString('hex')} Ltd`
    const made = await this.decide('create-acceptor', {
      kind: 'individual',
      name,
      legal_name: name,
      account_name: name,
      evidence_hash: randomBytes(32).toString('hex'),
      fee_percent: '0.50',
      reason: 'documents seen',
    })
    const acceptor_id = String(made.acceptor_id)
    const line = await this.market.payLine({ amount: bond, name, remittance: 'bond' })
    await this.decide('match-bond', { line_id: line, acceptor_id })
    await this.decide('set-acceptor-limit', { acceptor_id, limit, reason: 'agreed' })
    return acceptor_id
  }

  async buyer(amount = '200.00'): Promise<Buyer> {
    const { customer_id, token } = await this.market.customerWith(amount)
    await this.program.call(setPassword, { password }, { token })
    return { customer_id, token }
  }

  /** An offer whose code this customer has entered; returns its id. */
  async offered({ customer_id }: Buyer, acceptor_id: string, amount = '100.00'): Promise<string> {
    const flags = { acceptor_id, amount, currency: 'EUR', rate: '0.910800' }
    const { code } = await this.run('issue-acceptance-code', flags)
    return (await enterCode(this.program.services, customer_id, String(code))).order_id
  }

  confirm({ token }: Buyer, order_id: string, request_id = newId()) {
    return this.program.call(acceptorOrderConfirm, { request_id, order_id, password }, { token })
  }

  complete({ token }: Buyer, order_id: string, request_id = newId()) {
    return this.program.call(acceptorOrderComplete, { request_id, order_id, password }, { token })
  }

  dispute({ token }: Buyer, order_id: string, request_id = newId(), note = 'nothing came') {
    return this.program.call(acceptorOrderDispute, { request_id, order_id, note }, { token })
  }

  markPaid(order_id: string) {
    return this.run('mark-exchange-paid', { order_id, file: this.picture, note: 'SEPA transfer of today' })
  }

  async escrowed(who: Buyer, acceptor_id: string): Promise<string> {
    const order_id = await this.offered(who, acceptor_id)
    await this.confirm(who, order_id)
    return order_id
  }

  async paid(who: Buyer, acceptor_id: string): Promise<string> {
    const order_id = await this.escrowed(who, acceptor_id)
    await this.markPaid(order_id)
    return order_id
  }

  /** The row itself. Throws where there is none. */
  async row(order_id: string): Promise<Order> {
    const { database } = this.program.services
    const found = await database.transaction(SYSTEM, (tx) => orderById(tx, order_id))
    if (!found) throw new RangeError(`there is no order ${order_id}`)
    return found
  }

  /** An order as its customer sees it. */
  async order({ customer_id }: Buyer, order_id: string) {
    const { items } = await listOrders(this.program.services, customer_id, {})
    return items.find((item) => item.order_id === order_id)
  }

  /** What an account holds, in hundredths. */
  async held(code: AccountCode, owner_id: string): Promise<bigint> {
    const [found = 0n] = await this.program.services.database.transaction(SYSTEM, (tx) =>
      balances(tx, [{ code, owner_id }]),
    )
    return found / 10_000n
  }

  async wallet({ customer_id }: Buyer) {
    return {
      available: await this.held('customer_available', customer_id),
      fx_hold: await this.held('fx_hold', customer_id),
    }
  }
}
