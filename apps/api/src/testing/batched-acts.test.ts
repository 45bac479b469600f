import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../database/identifiers.ts'
import { releaseOrder } from '../modules/acceptors/complete-order.ts'
import { escrowOrder } from '../modules/acceptors/confirm-order.ts'
import { ExchangeWorld } from '../modules/acceptors/testing/exchange-world.ts'
import { confirmDraft } from '../modules/follows/confirm-draft.ts'
import { follow } from '../modules/follows/follow.ts'
import { giveGrant, setTransactionPassword } from '../modules/identity/index.ts'
import { createLedgerWriter, type LedgerWriter } from '../modules/ledger/index.ts'
import type { Services } from '../modules/services.ts'
import { receiveStartup } from '../modules/startup/receive-startup.ts'
import { returnStartup } from '../modules/startup/return-startup.ts'
import { openVip } from '../modules/vip/open-vip.ts'
import { editBeneficiary } from '../modules/wallet/edit-beneficiary.ts'
import { PIN } from '../modules/wallet/testing/bank-desk.ts'
import { withdraw } from '../modules/wallet/withdraw.ts'
import { type BuiltCustomer, justSignedIn } from './build-customer.ts'
import { CouponWorld, UNIT } from './coupon-world.ts'
import { notingStatements } from './noted-statements.ts'

const MANY = 20
const WITHDRAWN_MICROS = 30n * UNIT
const SYSTEM = { kind: 'system' } as const

let exchange: ExchangeWorld
let world: CouponWorld
let services: Services
/** Whose acts are committed alone, and together. */
let one: BuiltCustomer[]
let many: BuiltCustomer[]
const everybody = () => [...one, ...many]

beforeAll(async () => {
  exchange = await ExchangeWorld.open()
  services = exchange.program.services
  world = await CouponWorld.make(exchange.program)
  const customers = await Promise.all(Array.from({ length: MANY + 1 }, () => world.customer()))
  one = customers.slice(0, 1)
  many = customers.slice(1)
})
afterAll(() => exchange.close())

/** One act for each customer; answers the statements of the one transaction in which all of them are committed. */
async function statementsOf(
  customers: readonly BuiltCustomer[],
  act: (acting: Services, customer: BuiltCustomer) => Promise<unknown>,
): Promise<readonly string[]> {
  const noted = notingStatements(services.database)
  const writer = createLedgerWriter(noted.database)
  const all = Promise.withResolvers<void>()
  let prepared = 0
  const ledger: LedgerWriter = {
    ...writer,
    async submit(action) {
      prepared += 1
      if (prepared === customers.length) all.resolve()
      await all.promise
      return await writer.submit(action)
    },
  }
  await Promise.all(customers.map((customer) => act({ ...services, ledger }, customer)))
  await writer.close()
  const [statements = [], ...more] = noted.transactions
  expect(more, 'all of them share one transaction').toEqual([])
  return statements
}

/** Expects as many statements of the acts of twenty customers as of one’s. */
async function expectAsMany(act: (acting: Services, customer: BuiltCustomer) => Promise<unknown>) {
  const alone = await statementsOf(one, act)
  const together = await statementsOf(many, act)
  expect(alone).not.toEqual([])
  expect(together.length, together.join('\n\n')).toBe(alone.length)
}

/** What each customer’s act is about, made ahead of it. */
async function forEach<Subject>(make: (customer: BuiltCustomer) => Promise<Subject>) {
  const subjects = new Map<BuiltCustomer, Subject>()
  for (const customer of everybody()) subjects.set(customer, await make(customer))
  return (customer: BuiltCustomer): Subject => {
    const subject = subjects.get(customer)
    if (subject === undefined) throw new RangeError('made for everybody')
    return subject
  }
}

describe('twenty acts of a kind that are committed together cost as many statements as one', () => {
  test('placing a plan', async () => {
    await expectAsMany((acting, customer) => world.place(customer, null, { cash: 50n }, { services: acting }))
  })

  test('placing with a coupon', async () => {
    const couponOf = await forEach((customer) => world.newcomer(customer))
    await expectAsMany((acting, customer) =>
      world.place(customer, couponOf(customer), { cash: 90n, coupon: 10n }, { services: acting }),
    )
  })

  test('receiving startup funds, placing with them, and returning what is left', async () => {
    await expectAsMany((acting, { customer_id }) => receiveStartup(acting, customer_id, newId()))
    await expectAsMany((acting, customer) =>
      world.place(customer, null, { cash: 40n, startup: 10n }, { services: acting }),
    )
    await expectAsMany((acting, { customer_id }) =>
      returnStartup(acting, customer_id, { request_id: newId(), amount: 10n * UNIT }),
    )
  })

  test('placing from a draft', async () => {
    const leader = await world.customer()
    const [{ operated_id } = { operated_id: '' }] = await exchange.program.db.asOwner<{
      operated_id: string
    }>('select operated_id from identity.customers where customer_id = $1', [leader.customer_id])
    await forEach(({ customer_id }) =>
      follow(services, customer_id, { request_id: newId(), operated_id, fee_percent: 0 }),
    )
    await world.place(leader, null, { cash: 50n })
    await exchange.program.drain()
    const draftOf = await forEach(async ({ customer_id }) => {
      const [draft] = await exchange.program.db.asOwner<{ draft_id: string }>(
        'select draft_id from follows.drafts where follower_id = $1',
        [customer_id],
      )
      return draft?.draft_id ?? ''
    })
    await expectAsMany((acting, customer) =>
      confirmDraft(acting, customer.customer_id, {
        request_id: newId(),
        draft_id: draftOf(customer),
        amount_micros: 40n * UNIT,
      }),
    )
  })

  test('opening a month of VIP', async () => {
    await expectAsMany((acting, { customer_id }) =>
      openVip(acting, customer_id, { request_id: newId(), price: '20.00', vip_fee_percent: 15 }),
    )
  })

  test('confirming an exchange order and completing it', async () => {
    const acceptor_id = await exchange.acceptor('1000.00', '900.00')
    const orderOf = await forEach(async (customer) => {
      const order_id = await exchange.offered(customer, acceptor_id, '10.00')
      return await exchange.row(order_id)
    })
    await expectAsMany((acting, customer) => escrowOrder(acting, orderOf(customer), newId()))
    await forEach((customer) => exchange.markPaid(orderOf(customer).order_id))
    await expectAsMany((acting, customer) => releaseOrder(acting, orderOf(customer), newId()))
  })

  test('asking for a withdrawal, to a beneficiary of long standing and to a new one, which is held', async () => {
    await forEach(({ customer_id }) =>
      setTransactionPassword(services, justSignedIn(services, customer_id), { password: PIN }),
    )
    for (const bank_name of ['Harbour Bank', 'Another Bank']) {
      const beneficiaryOf = await forEach(({ customer_id }) => bind(customer_id, bank_name))
      const grantOf = await forEach((customer) => grant(customer.customer_id, beneficiaryOf(customer)))
      await expectAsMany((acting, customer) =>
        withdraw(acting, customer.customer_id, {
          request_id: newId(),
          amount: WITHDRAWN_MICROS,
          beneficiary_id: beneficiaryOf(customer),
          grant: grantOf(customer),
        }),
      )
    }
    const held = await services.database.transaction(SYSTEM, (tx) =>
      tx.selectFrom('wallet.holds').select('hold_id').where('reason', '=', 'new_beneficiary').execute(),
    )
    expect(held).toHaveLength(MANY + 1)
  })
})

async function bind(customer_id: string, bank_name: string): Promise<string> {
  const { beneficiary_id } = await editBeneficiary(services, customer_id, {
    password: PIN,
    beneficiary: {
      kind: 'bank_account',
      bank_name,
      beneficiary_name: 'Some Body',
      account_number: 'DE89370400440532013000',
    },
  })
  return beneficiary_id
}

async function grant(customer_id: string, beneficiary_id: string): Promise<string> {
  const use = { customer_id, beneficiary_id, amount_micros: WITHDRAWN_MICROS }
  return (await services.database.transaction(SYSTEM, (tx) => giveGrant(tx, use))).grant
}
