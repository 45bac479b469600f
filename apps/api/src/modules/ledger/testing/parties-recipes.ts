import { newId } from '../../../database/identifiers.ts'
import { PLATFORM_ID } from '../chart-of-accounts.ts'
import {
  approved,
  type Before,
  type Cast,
  LATER,
  type Leg,
  leg,
  MOMENT,
  type Recipe,
  type Recipes,
  row,
  UNIT,
} from './recipe.ts'
import { assignedTo, line } from './wallet-recipes.ts'

const AMOUNT = 10n * UNIT

type Source = 'publisher_available' | 'acceptor_available' | 'escrow' | 'acceptor_bond' | 'own'

const payeeOf = (cast: Cast, source: Source) =>
  ({
    publisher_available: cast.publisher_id,
    acceptor_available: cast.acceptor_id,
    escrow: cast.advertiser_id,
    acceptor_bond: cast.acceptor_id,
    own: PLATFORM_ID,
  })[source]

const RETURNED = { status: 'returned', returned_at: LATER, return_reason: 'test' }

const payout =
  (source: Source, back: 'paid' | 'returned' = 'paid'): Recipe =>
  (cast) => {
    const [cause_id, proposal_id] = [newId(), newId()]
    const item = { source, payee_id: payeeOf(cast, source), account_id: newId() }
    const agreed = { payouts: [{ ...item, amount_micros: Number(AMOUNT) }] }
    const paid = leg(source, 'transit', AMOUNT)
    const rows = [
      ...approved('payouts.send', agreed, { proposal_id }),
      row('payouts.payouts', {
        ...{ payout_id: cause_id, proposal_id, ...item, amount_micros: AMOUNT },
        ...(back === 'returned' ? RETURNED : {}),
      }),
    ]
    if (back === 'paid') return { cause_id, rows, legs: [paid] }
    return {
      cause_id,
      rows: [...rows, ...approved('payout.return', {}, { subject_kind: 'payout', subject_id: cause_id })],
      before: { party_paid: [paid] },
      legs: [leg('transit', source, AMOUNT, { is_reversal: true })],
    }
  }

const payoutConfirmed: Recipe = () => {
  const [cause_id, payout_id] = [newId(), newId()]
  return {
    cause_id,
    rows: [
      line(cause_id, -AMOUNT, assignedTo('payout', payout_id)),
      row('payouts.payouts', {
        ...{ payout_id, source: 'own', amount_micros: AMOUNT, status: 'confirmed' },
        ...{ line_id: cause_id, confirmed_at: MOMENT },
      }),
    ],
    legs: [leg('transit', 'bank', AMOUNT)],
  }
}

const CAME_IN = [leg('bank', 'suspense', AMOUNT)]
const WENT_ON = [leg('suspense', 'bank', AMOUNT, { is_reversal: true })]
const BACK_IN_TRANSIT = [leg('bank', 'transit', AMOUNT, { is_reversal: true })]

/** A returned payout undoes the entries of its own line and of the return line, so that neither line keeps money. */
const payoutCameBack =
  (legs: readonly Leg[], before: Before): Recipe =>
  () => {
    const [cause_id, payout_id, line_id] = [newId(), newId(), newId()]
    return {
      cause_id,
      rows: [
        line(line_id, -AMOUNT, assignedTo('payout', payout_id)),
        line(cause_id, AMOUNT, assignedTo('payout', payout_id)),
        row('payouts.payouts', {
          ...{ payout_id, source: 'own', amount_micros: AMOUNT, ...RETURNED },
          ...{ line_id, confirmed_at: MOMENT, return_line_id: cause_id },
        }),
      ],
      before,
      legs,
    }
  }

/** The payout's return line: the money that it brought in leaves again at once. */
export const RECEIVED_AND_GONE_ON: Recipe = payoutCameBack(WENT_ON, {
  deposit_received: CAME_IN,
  party_paid: BACK_IN_TRANSIT,
})

const charged: Recipe = () => {
  const cause_id = newId()
  const subject = { subject_kind: 'bank_line', subject_id: cause_id }
  return {
    cause_id,
    rows: [line(cause_id, -AMOUNT, assignedTo('charge')), ...approved('bank-charge.book', {}, subject)],
    legs: [leg('fee', 'bank', AMOUNT)],
  }
}

const moved =
  (move: string, of_it: Leg): Recipe =>
  () => {
    const cause_id = newId()
    const payload = { move, amount_micros: of_it.amount_micros.toString() }
    return {
      cause_id,
      rows: approved('platform-money.move', payload, { proposal_id: cause_id }),
      legs: [of_it],
    }
  }

/** The platform's own moves between its pots, agreed by two people. */
export const ALLOTTED: readonly [Recipe, ...Recipe[]] = [
  moved('own-promo', leg('own', 'promo', AMOUNT)),
  moved('own-reserve', leg('own', 'reserve', AMOUNT)),
  moved('promo-own', leg('promo', 'own', AMOUNT)),
  moved('reserve-own', leg('reserve', 'own', AMOUNT)),
]

const FEE = UNIT / 10n
const ORDERED = { exchange_accepted: [leg('customer_available', 'fx_hold', AMOUNT)] } as const
const COMPLETED = [leg('fx_hold', 'acceptor_available', AMOUNT - FEE), leg('fx_hold', 'fee', FEE)] as const

const ordered =
  (status: string, legs: readonly Leg[], before: Before = {}): Recipe =>
  ({ customer_id, acceptor_id }) => {
    const cause_id = newId()
    const terms = {
      ...{ amount_micros: AMOUNT, fee_basis_points: 100, fee_micros: FEE, receive_currency: 'USD' },
      ...{ rate_micros: UNIT, reference_rate_micros: UNIT, receive_micros: AMOUNT - FEE },
    }
    const order = {
      order_id: cause_id,
      customer_id,
      acceptor_id,
      claimed_at: MOMENT,
      code_expires_at: LATER,
      status,
    }
    return { cause_id, rows: [row('acceptors.orders', { ...order, ...terms })], before, legs }
  }

/** Recipes of payouts, the platform's own money and exchange orders. */
export const PARTIES = {
  party_paid: {
    payout: [
      payout('publisher_available'),
      payout('acceptor_available'),
      payout('escrow'),
      payout('acceptor_bond'),
      payout('own'),
      payout('publisher_available', 'returned'),
    ],
    bank_line: [
      payoutConfirmed,
      payoutCameBack(BACK_IN_TRANSIT, { deposit_received: [...CAME_IN, ...WENT_ON] }),
    ],
  },
  fee_taken: { proposal: [moved('fee-own', leg('fee', 'own', AMOUNT))] },
  bank_charged: { bank_line: [charged] },
  shortfall_covered: {
    proposal: [
      moved('reserve-shortfall', leg('reserve', 'shortfall', AMOUNT)),
      moved('own-shortfall', leg('own', 'shortfall', AMOUNT)),
    ],
  },
  exchange_accepted: { exchange_order: [ordered('escrowed', ORDERED.exchange_accepted)] },
  exchange_completed: { exchange_order: [ordered('completed', COMPLETED, ORDERED)] },
  exchange_returned: {
    exchange_order: [ordered('returned', [leg('fx_hold', 'customer_available', AMOUNT)], ORDERED)],
  },
  exchange_made_good: {
    exchange_order: [
      ordered('made_good', [leg('acceptor_bond', 'customer_available', AMOUNT)], {
        ...ORDERED,
        exchange_completed: COMPLETED,
      }),
    ],
  },
} satisfies Partial<Recipes>
