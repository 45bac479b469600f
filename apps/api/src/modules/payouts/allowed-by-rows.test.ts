import type { PayoutSource } from '@adtally/contract/operator/finance/parties-money.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { codeOf } from '../../database/start-error.ts'
import { inventCause } from '../../testing/invented-causes.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildAdvertiser, giveCash } from '../../testing/worlds/build-marketplace.ts'
import { PartiesWorld } from '../../testing/worlds/parties-world.ts'
import { type Move, NOT_ALLOWED, postAlone } from '../../testing/worlds/post-alone.ts'
import { PLATFORM_ID, postTransfers, transfersByCause } from '../ledger/index.ts'
import { bankAccount, OWN, TRANSIT } from '../wallet/index.ts'
import { insertPayouts, movePayout } from './repository.ts'

const UNIT = 1_000_000n
const PROMO = { code: 'promo', owner_id: PLATFORM_ID } as const

const t = await testServices()
afterAll(() => t.close())
const world = await PartiesWorld.make(t)
await world.account('platform')
await world.ownMoney('100.00')

const post = (moves: readonly Move[], rows?: (tx: Transaction) => Promise<unknown>) =>
  postAlone(t.services, moves, rows)

describe('a payout', () => {
  // The table's triggers refuse unapproved rows; with them off, the ledger refuses the money for want of a cause.
  const guards = (change: string) =>
    t.db.asOwner(`alter table payouts.payouts ${change} trigger approved, ${change} trigger return_approved`)
  beforeAll(() => guards('disable'))
  afterAll(() => guards('enable always'))

  const payOwn = () => world.office.run('pay-own-money', { amount: '4.00', reason: 'Earned' })
  const asPayoutOf = (proposal_id: string, source: PayoutSource, payee_id: string, amount_micros: bigint) => {
    const payout_id = newId()
    const move: Move = {
      posting: 'party_paid',
      debit: { code: source, owner_id: payee_id },
      credit: TRANSIT,
      amount_micros,
      cause: { kind: 'payout', id: payout_id },
    }
    return post([move], async (tx) => {
      const { account_id } = await tx
        .selectFrom('payouts.accounts')
        .select('account_id')
        .executeTakeFirstOrThrow()
      await insertPayouts(tx, [{ payout_id, proposal_id, source, payee_id, account_id, amount_micros }])
    })
  }

  test('is what two people agreed to, to this party and to the micro-unit', async () => {
    const { proposal_id } = await payOwn()
    const asOwn = (amount_micros: bigint) =>
      asPayoutOf(String(proposal_id), 'own', PLATFORM_ID, amount_micros)
    expect(await asOwn(4n * UNIT)).toBe(NOT_ALLOWED)
    await world.office.run('refuse-proposal', { proposal_id, reason: 'less' })
    await world.sent('pay-own-money', { amount: '2.00', reason: 'Earned' })
    const agreed = await world.system((tx) =>
      tx.selectFrom('payouts.payouts').select('proposal_id').executeTakeFirstOrThrow(),
    )
    const { advertiser_id } = await buildAdvertiser(t.services)
    await topUp(advertiser_id)
    expect(await asPayoutOf(agreed.proposal_id, 'escrow', advertiser_id, 2n * UNIT)).toBe(NOT_ALLOWED)
  })

  test('comes back by the word of two people', async () => {
    await world.sent('pay-own-money', { amount: '3.00', reason: 'Earned' })
    const returned = world.system(async (tx) => {
      const { payout_id } = await tx
        .selectFrom('payouts.payouts')
        .select('payout_id')
        .where('amount_micros', '=', 3n * UNIT)
        .executeTakeFirstOrThrow()
      const cause = { kind: 'payout', id: payout_id } as const
      const [paid] = await transfersByCause(tx, 'payout', payout_id)
      await movePayout(tx, payout_id, {
        status: 'returned',
        return_reason: 'typed',
        returned_at: t.services.clock.now(),
      })
      await postTransfers(tx, [{ id: newId(), kind: 'reversal', reverses_id: paid?.id ?? '', cause }])
    })
    await expect(returned.catch(codeOf)).resolves.toBe(NOT_ALLOWED)
  })

  async function topUp(advertiser_id: string): Promise<void> {
    const [shown] = Object.values(await world.office.run('escrow-show', { advertiser_id }))
    const [line] = await world.bank({ amount: '9.00', name: String(Object(shown).account_name) })
    const typed: Move = {
      posting: 'party_paid_in',
      debit: { code: 'suspense', owner_id: PLATFORM_ID },
      credit: { code: 'escrow', owner_id: advertiser_id },
      amount_micros: 9n * UNIT,
      cause: { kind: 'bank_line', id: line ?? '' },
    }
    expect(await post([typed])).toBe(NOT_ALLOWED)
    await world.office.decide('match-escrow', { line_id: line, advertiser_id })
  }
})

test('the bank charges what two people say that it did', async () => {
  const [line = ''] = await world.bank({ amount: '-1.00' })
  const charged: Move = {
    posting: 'bank_charged',
    debit: { code: 'fee', owner_id: PLATFORM_ID },
    credit: bankAccount('main'),
    amount_micros: UNIT,
    cause: { kind: 'bank_line', id: line },
  }
  await earnFees(5n * UNIT)
  const assigned = (tx: Transaction) =>
    tx
      .updateTable('wallet.bank_lines')
      .set({ assigned_kind: 'charge', assigned_id: PLATFORM_ID, assigned_at: t.services.clock.now() })
      .where('line_id', '=', line)
      .execute()
  expect(await post([charged], assigned)).toBe(NOT_ALLOWED)
  await world.office.decide('match-bank-charge', { line_id: line, reason: 'On the price list' })
  expect(await world.balance('fee')).toBe(4n * UNIT)
})

describe('the platform’s own money', () => {
  test('goes where two people agreed, once', async () => {
    const flags = { amount: '5.00', move: 'own-promo' }
    const { proposal_id } = await world.office.run('move-platform-money', flags)
    const cause = { kind: 'proposal', id: String(proposal_id) } as const
    const move: Move = {
      posting: 'platform_allotted',
      debit: OWN,
      credit: PROMO,
      amount_micros: 5n * UNIT,
      cause,
    }
    expect(await post([move])).toBe(NOT_ALLOWED)
    await world.office.decide('move-platform-money', flags)
    const [decided] = await t.db.asOwner<{ proposal_id: string }>(
      'select proposal_id from operators.decisions order by decided_at desc limit 1',
    )
    const again = { ...move, cause: { ...cause, id: decided?.proposal_id ?? '' } }
    expect(await post([again])).toBe(NOT_ALLOWED)
    expect(await post([{ ...again, amount_micros: 1n }])).toBe(NOT_ALLOWED)
  })

  test.each([
    'own-promo',
    'own-reserve',
    'promo-own',
    'reserve-own',
    'fee-own',
    'reserve-shortfall',
    'own-shortfall',
  ])('every move there is, is one that the database knows: %s', async (move) => {
    await fill()
    expect(await world.office.decide('move-platform-money', { amount: '1.00', move })).toMatchObject({ move })
  })

  async function fill(): Promise<void> {
    await earnFees(UNIT)
    await world.system(async (tx) => {
      const cause = await inventCause(tx, 'proposal')
      const recalled = await inventCause(tx, 'bank_line')
      const base = { kind: 'posted', amount_micros: UNIT } as const
      await postTransfers(tx, [
        { ...base, id: newId(), posting: 'platform_allotted', debit: OWN, credit: PROMO, cause },
        {
          ...{ ...base, id: newId(), posting: 'platform_allotted', debit: OWN, cause },
          credit: { code: 'reserve', owner_id: PLATFORM_ID },
        },
        {
          ...{ ...base, id: newId(), posting: 'deposit_recalled', cause: recalled },
          ...{ debit: { code: 'shortfall', owner_id: PLATFORM_ID }, credit: bankAccount('main') },
        },
      ])
    })
  }
})

/** Earns fees through a month of VIP without an owner. */
async function earnFees(amount_micros: bigint): Promise<void> {
  const vip_id = newId()
  const unearned = { code: 'fee_unearned', owner_id: PLATFORM_ID, subject_id: vip_id } as const
  const { customer_id } = await buildCustomer(t.services)
  await giveCash(t.services, customer_id, amount_micros)
  await world.system(async (tx) => {
    const cause = await inventCause(tx, 'vip')
    const base = { kind: 'posted', amount_micros, cause } as const
    await postTransfers(tx, [
      {
        ...{ ...base, id: newId(), posting: 'vip_opened', credit: unearned },
        debit: { code: 'customer_available', owner_id: customer_id },
      },
      {
        ...{ ...base, id: newId(), posting: 'vip_earned', debit: unearned },
        credit: { code: 'fee', owner_id: PLATFORM_ID },
      },
    ])
  })
}
