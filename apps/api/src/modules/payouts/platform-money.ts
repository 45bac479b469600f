import {
  movePlatformMoney,
  PLATFORM_MOVES,
  PLATFORM_POTS,
  type PlatformMove,
  platformMoney,
  platformMoneyMoving,
} from '@adtally/contract/operator/finance/books.ts'
import { formatAmount, type Micros } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type AccountCode, balances, PLATFORM_ID, type PostingName, postTransfers } from '../ledger/index.ts'
import { approvedAct, staffVerb } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import { moneyText } from '../proposal-facts.ts'

/** What each move of the platform's own money posts. */
const MOVES = {
  'own-promo': { posting: 'platform_allotted', debit: 'own', credit: 'promo' },
  'own-reserve': { posting: 'platform_allotted', debit: 'own', credit: 'reserve' },
  'promo-own': { posting: 'platform_allotted', debit: 'promo', credit: 'own' },
  'reserve-own': { posting: 'platform_allotted', debit: 'reserve', credit: 'own' },
  'fee-own': { posting: 'fee_taken', debit: 'fee', credit: 'own' },
  'reserve-shortfall': { posting: 'shortfall_covered', debit: 'reserve', credit: 'shortfall' },
  'own-shortfall': { posting: 'shortfall_covered', debit: 'own', credit: 'shortfall' },
} as const satisfies Record<PlatformMove, { posting: PostingName; debit: AccountCode; credit: AccountCode }>

/** The second person's half. Throws `insufficient_balance`: each pot is filled before it is used. */
const platformMoneyMoveAct = approvedAct(platformMoneyMoving, {
  payload: z.strictObject({
    amount_micros: z.string().check(z.regex(/^[1-9]\d*$/)),
    move: z.enum(PLATFORM_MOVES),
  }),
  facts: async (services, _tx, { amount_micros, move }) => {
    const { debit, credit } = MOVES[move]
    const amount = moneyText(services, BigInt(amount_micros))
    return {
      sum_micros: BigInt(amount_micros),
      says: `Move ${amount} of the platform's own money from ${debit} to ${credit}`,
      before: {},
      after: { amount, from: debit, to: credit },
    }
  },
  apply: async (_services, tx, { amount_micros, move }, { proposal_id }) => {
    const { posting, debit, credit } = MOVES[move]
    const amount = BigInt(amount_micros)
    if (credit === 'shortfall') await refuseBeyondShortfall(tx, amount)
    await postTransfers(tx, [
      {
        id: newId(),
        kind: 'posted',
        posting,
        debit: { code: debit, owner_id: PLATFORM_ID },
        credit: { code: credit, owner_id: PLATFORM_ID },
        amount_micros: amount,
        cause: { kind: 'proposal', id: proposal_id },
        reason_if_short: 'insufficient_balance',
      },
    ])
    return { move }
  },
})

/** `move-platform-money`: proposes that the platform's own money change its pot, or cover a shortfall. */
export const movePlatformMoneyVerb = proposalVerb(movePlatformMoney, {
  act: platformMoneyMoveAct,
  ask: (_services, _tx, { amount, move }) => {
    const reason = `The platform's money: ${formatAmount(amount)} ${move.replace('-', ' → ')}`
    return { subject: { kind: 'platform_money', id: move }, payload: { amount_micros: amount, move }, reason }
  },
})

/** A shortfall is covered, and no more than that. */
async function refuseBeyondShortfall(tx: Transaction, amount_micros: Micros): Promise<void> {
  const [shortfall_micros = 0n] = await balances(tx, [{ code: 'shortfall', owner_id: PLATFORM_ID }])
  if (amount_micros > shortfall_micros) throw new Refusal('state_conflict', { field: 'amount' })
}

export const platformMoneyVerb = staffVerb(platformMoney, (services) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const accounts = PLATFORM_POTS.map((code) => ({ code, owner_id: PLATFORM_ID }))
    const found = await balances(tx, accounts)
    const held = new Map(PLATFORM_POTS.map((pot, index) => [pot, found[index] ?? 0n]))
    const shown = (pot: (typeof PLATFORM_POTS)[number]) => formatAmount(held.get(pot) ?? 0n)
    return {
      own: shown('own'),
      promo: shown('promo'),
      reserve: shown('reserve'),
      fee: shown('fee'),
      shortfall: shown('shortfall'),
      suspense: shown('suspense'),
      transit: shown('transit'),
    }
  }),
)
