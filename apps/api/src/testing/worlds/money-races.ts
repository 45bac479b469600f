import type { Call, RequestOf } from '@adtally/contract/call.ts'
import { userCouponUsable } from '@adtally/contract/money/coupons.ts'
import { acceptorDetail, acceptorOrderConfirm } from '@adtally/contract/money/exchange.ts'
import { withdraw } from '@adtally/contract/money/wallet.ts'
import { planPut } from '@adtally/contract/plans/plans.ts'
import { newId } from '../../database/identifiers.ts'
import { giveGrant } from '../../modules/identity/index.ts'
import { PLATFORM_ID, postTransfers } from '../../modules/ledger/index.ts'
import { bankAccount, SUSPENSE } from '../../modules/wallet/index.ts'
import { inventCause } from '../invented-causes.ts'
import { acceptorOf } from '../simulation/acts/exchange.ts'
import type { Person, World } from '../simulation/world.ts'

/** How many try at once for what only one can have. */
export const AT_ONCE = 40
const UNIT = 1_000_000n
const AMOUNT = '10.00'
/** Five transaction password tries at once would lock it. */
const WAVE = 4

/** Many requests at the same time for something that only one can win; answers what became of each. */
export type Race = (world: World, person: Person) => Promise<string[]>

/** Money for one plan, and many plans at once. */
const plans: Race = async (world, person) => {
  await give(world, person, 10n * UNIT)
  const [product_id = ''] = world.market.product_ids
  return await many(world, person, planPut, () => ({ product_id, amount: AMOUNT }))
}

/** Money for one withdrawal, and many at once, each with its own grant. */
const withdrawals: Race = async (world, person) => {
  await give(world, person, 10n * UNIT)
  const beneficiary_id = person.beneficiary_id ?? ''
  const { customer_id } = person
  const grants: string[] = []
  await world.process().services.database.transaction({ kind: 'system' }, async (tx) => {
    for (let number = 0; number < AT_ONCE; number += 1) {
      const use = { customer_id, amount_micros: 10n * UNIT, beneficiary_id }
      grants.push((await giveGrant(tx, use)).grant)
    }
  })
  return await many(world, person, withdraw, (number) => ({
    amount: AMOUNT,
    beneficiary_id,
    grant: grants[number] ?? '',
  }))
}

/** One coupon, and many plans at once that use it; there is money for all of them. */
const coupons: Race = async (world, person) => {
  await give(world, person, BigInt(AT_ONCE) * 10n * UNIT)
  const offer = await world.office.decide('coupon-offer-create', {
    kind: 'fixed_amount',
    fixed_amount: '1.00',
    amount_min: AMOUNT,
    // A name can be used once a day.
    name: `Race ${newId()}`,
    life_days: '9',
    issue_max: '1',
    reason: 'for the race',
  })
  const customer = `person-${world.people.indexOf(person) + 1}`
  await world.office.decide('coupon-issue', { offer_id: offer.offer_id, customer, reason: 'for the race' })
  const [product_id = ''] = world.market.product_ids
  const { data } = await world.call(person, userCouponUsable, { product_id, amount: AMOUNT })
  const usable = data.items.find(({ reason }) => reason === null)
  const coupon = { coupon_id: usable?.coupon.coupon_id ?? newId(), worth: usable?.worth ?? '1.00' }
  return await many(world, person, planPut, () => ({ product_id, amount: AMOUNT, coupon }))
}

/** One exchange order, confirmed as many times at once as one transaction password allows; there is money for all. */
const orders: Race = async (world, person) => {
  await give(world, person, BigInt(AT_ONCE) * 10n * UNIT)
  const acceptor_id = await acceptorOf(world)
  const offer = { acceptor_id, amount: AMOUNT, currency: 'EUR', rate: '0.912345' }
  const { code } = await world.office.run('issue-acceptance-code', offer)
  const { data } = await world.call(person, acceptorDetail, { code: String(code) })
  const { order_id } = data.order
  const confirm = () => ({ order_id, password: person.pin })
  const reasons: string[] = []
  for (let wave = 0; wave < AT_ONCE / WAVE; wave += 1) {
    reasons.push(...(await many(world, person, acceptorOrderConfirm, confirm, WAVE)))
  }
  // Frees the acceptor's limit for the next race.
  await world.office.run('give-up-exchange', { order_id, reason: 'the race is over' })
  return reasons
}

export const RACES = { plans, withdrawals, coupons, orders } as const satisfies Record<string, Race>

/** Gives money through the books alone, and escrow for what it buys. */
async function give(world: World, { customer_id }: Person, amount_micros: bigint): Promise<void> {
  const [advertiser] = world.market.advertisers
  const escrow = { code: 'escrow', owner_id: advertiser?.advertiser_id ?? PLATFORM_ID } as const
  const id = newId()
  const paid_in = {
    kind: 'posted',
    posting: 'deposit_received',
    debit: bankAccount('main'),
    credit: SUSPENSE,
    amount_micros: amount_micros * 4n,
  } as const
  const credited = {
    kind: 'posted',
    posting: 'deposit_credited',
    debit: SUSPENSE,
    credit: { code: 'customer_available', owner_id: customer_id },
    amount_micros,
    flow: { id, type: 'system_deposit', subject_kind: 'bank_line', subject_id: id },
  } as const
  const escrowed = {
    kind: 'posted',
    posting: 'party_paid_in',
    debit: SUSPENSE,
    credit: escrow,
    amount_micros: amount_micros * 3n,
  } as const
  await world.process().services.database.transaction({ kind: 'system' }, async (tx) => {
    const cause = await inventCause(tx, 'bank_line')
    await postTransfers(
      tx,
      [paid_in, credited, escrowed].map((transfer) => ({ id: newId(), cause, ...transfer })),
    )
  })
}

/** The same request under many ids at once, on two processes; returns each refusal's reason, or `ok`. */
async function many<C extends Call>(
  world: World,
  person: Person,
  call: C,
  wish: (number: number) => Omit<RequestOf<C>, 'request_id'>,
  at_once = AT_ONCE,
): Promise<string[]> {
  const answers = Array.from({ length: at_once }, async (_, number) => {
    const request: RequestOf<C> = Object.assign(Object.create(Object.prototype), wish(number), {
      request_id: newId(),
    })
    const { code, reason } = await world.call(person, call, request, number)
    return code === 200 ? 'ok' : reason
  })
  return await Promise.all(answers)
}
