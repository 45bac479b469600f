import { newId } from '../../../database/identifiers.ts'
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

const AMOUNT = 10n * UNIT
const FEE = UNIT
const PAYOUT = AMOUNT - FEE

/** A bank line; `amount_micros` is below 0 if money left. */
export const line = (line_id: string, amount_micros: bigint, assigned: object = {}) =>
  row('wallet.bank_lines', { line_id, rail: 'main', amount_micros, ...assigned })
/** The line's assignment. */
export const assignedTo = (assigned_kind: string, assigned_id: string | null = null) => ({
  assigned_kind,
  assigned_id,
  assigned_at: MOMENT,
})

/** The earlier entry of an incoming line that is not assigned yet. */
export const CAME_IN = { deposit_received: [leg('bank', 'suspense', AMOUNT)] } as const

const received: Recipe = () => {
  const cause_id = newId()
  return { cause_id, rows: [line(cause_id, AMOUNT)], legs: CAME_IN.deposit_received }
}

const statementWithdrawn: Recipe = () => {
  const cause_id = newId()
  return {
    cause_id,
    rows: [line(cause_id, AMOUNT, { ...assignedTo('withdrawn'), is_withdrawn: true })],
    before: CAME_IN,
    legs: [leg('suspense', 'bank', AMOUNT, { is_reversal: true })],
  }
}

const REFERENCE = 'ADTESTTEST22'

/** A small line that carries its customer's reference is credited without approval. */
const creditedByReference: Recipe = ({ customer_id, number }) => {
  const [cause_id, deposit_id] = [newId(), newId()]
  const code = `${REFERENCE}${number}`
  const most = AMOUNT.toString()
  const values = { deposit_auto_book_max_micros: most, deposit_auto_book_day_max_micros: `${most}000` }
  return {
    cause_id,
    rows: [
      line(cause_id, AMOUNT, { ...assignedTo('deposit', deposit_id), remittance: `Deposit ${code}` }),
      row('wallet.deposit_references', { customer_id, code }),
      row('policies.versions', {
        ...{ version: number, values: JSON.stringify(values), proposal_id: newId() },
        ...{ maker_id: newId(), checker_id: newId() },
      }),
      row('wallet.deposits', {
        ...{ deposit_id, customer_id, line_id: cause_id, amount_micros: AMOUNT, matched_by: 'reference' },
      }),
    ],
    before: CAME_IN,
    legs: [leg('suspense', 'customer_available', AMOUNT)],
  }
}

/** A line credited because a second person approved it, whatever it says. */
const creditedByAgreement: Recipe = ({ customer_id }) => {
  const [cause_id, deposit_id, proposal_id] = [newId(), newId(), newId()]
  return {
    cause_id,
    rows: [
      line(cause_id, AMOUNT, assignedTo('deposit', deposit_id)),
      ...approved('deposit.book', { line_id: cause_id, customer_id }, { proposal_id }),
      row('wallet.deposits', {
        ...{ deposit_id, customer_id, line_id: cause_id, amount_micros: AMOUNT, proposal_id },
        matched_by: 'payer_name',
      }),
    ],
    before: CAME_IN,
    legs: [leg('suspense', 'customer_available', AMOUNT)],
  }
}

const sentBack: Recipe = () => {
  const [cause_id, return_id] = [newId(), newId()]
  return {
    cause_id,
    rows: [
      line(cause_id, AMOUNT, assignedTo('return', return_id)),
      row('wallet.deposit_returns', { return_id, line_id: cause_id, amount_micros: AMOUNT }),
    ],
    before: CAME_IN,
    legs: [leg('suspense', 'transit', AMOUNT)],
  }
}

const sentBackPaid: Recipe = () => {
  const [cause_id, return_id] = [newId(), newId()]
  return {
    cause_id,
    rows: [
      line(cause_id, -AMOUNT, assignedTo('return', return_id)),
      row('wallet.deposit_returns', {
        ...{ return_id, amount_micros: AMOUNT, status: 'confirmed', paid_line_id: cause_id },
        ...{ sent_at: MOMENT, sent_by_proposal: newId(), confirmed_at: MOMENT },
      }),
    ],
    legs: [leg('transit', 'bank', AMOUNT)],
  }
}

const recalled: Recipe = ({ customer_id }) => {
  const [cause_id, recall_id, deposit_id, proposal_id] = [newId(), newId(), newId(), newId()]
  return {
    cause_id,
    rows: [
      line(cause_id, -AMOUNT, assignedTo('recall', recall_id)),
      ...approved('deposit.recall', { line_id: cause_id, deposit_id }, { proposal_id }),
      row('wallet.deposit_recalls', {
        ...{ recall_id, deposit_id, customer_id, line_id: cause_id, proposal_id, hold_id: newId() },
        ...{ amount_micros: AMOUNT, risk_hold_micros: 4n * UNIT, available_micros: 3n * UNIT },
        ...{ reserve_micros: 2n * UNIT, shortfall_micros: UNIT },
      }),
    ],
    legs: [
      leg('risk_hold', 'bank', 4n * UNIT),
      leg('customer_available', 'bank', 3n * UNIT),
      leg('reserve', 'bank', 2n * UNIT),
      leg('shortfall', 'bank', UNIT),
    ],
  }
}

const ownPaidIn: Recipe = () => {
  const cause_id = newId()
  const subject = { subject_kind: 'bank_line', subject_id: cause_id }
  return {
    cause_id,
    rows: [line(cause_id, AMOUNT, assignedTo('own')), ...approved('own-money.book', {}, subject)],
    before: CAME_IN,
    legs: [leg('suspense', 'own', AMOUNT)],
  }
}

const paidInBy =
  (
    table: string,
    kind: 'escrow' | 'bond',
    payer: (cast: Cast) => object,
    credit: 'escrow' | 'acceptor_bond',
  ): Recipe =>
  (cast) => {
    const [cause_id, top_up_id] = [newId(), newId()]
    return {
      cause_id,
      rows: [
        line(cause_id, AMOUNT, assignedTo(kind, top_up_id)),
        row(table, { top_up_id, ...payer(cast), line_id: cause_id, amount_micros: AMOUNT }),
      ],
      before: CAME_IN,
      legs: [leg('suspense', credit, AMOUNT)],
    }
  }

const withdrawal = (withdrawal_id: string, { customer_id }: Cast, values: object) =>
  row('wallet.withdrawals', {
    ...{ withdrawal_id, customer_id, amount_micros: AMOUNT, rail_fee_micros: FEE, ...values },
  })

const ASKED = { withdrawal_asked: [leg('customer_available', 'withdrawal_hold', AMOUNT)] } as const
const SENT = [leg('withdrawal_hold', 'transit', PAYOUT), leg('withdrawal_hold', 'fee', FEE)] as const
const TAKEN_BACK: readonly Leg[] = [
  leg('transit', 'withdrawal_hold', PAYOUT, { is_reversal: true }),
  leg('fee', 'withdrawal_hold', FEE, { is_reversal: true }),
]
const GIVEN_BACK = [leg('withdrawal_hold', 'customer_available', AMOUNT)] as const
const PAID = { sent_at: MOMENT, payout_micros: PAYOUT }
const REFUSED = { status: 'bounced', ended_at: LATER, ...PAID }

const withdrawing =
  (values: object, legs: readonly Leg[], before: Before = {}): Recipe =>
  (cast) => {
    const cause_id = newId()
    return { cause_id, rows: [withdrawal(cause_id, cast, values)], before, legs }
  }

const withdrawalConfirmed: Recipe = (cast) => {
  const [cause_id, withdrawal_id] = [newId(), newId()]
  const confirmed = { status: 'confirmed', confirmed_at: MOMENT, line_id: cause_id, ...PAID }
  return {
    cause_id,
    rows: [
      line(cause_id, -PAYOUT, assignedTo('withdrawal', withdrawal_id)),
      withdrawal(withdrawal_id, cast, confirmed),
    ],
    legs: [leg('transit', 'bank', PAYOUT)],
  }
}

const withdrawalBounced: Recipe = (cast) => {
  const [cause_id, withdrawal_id] = [newId(), newId()]
  const bounced = { confirmed_at: MOMENT, line_id: newId(), return_line_id: cause_id, ...REFUSED }
  return {
    cause_id,
    rows: [
      line(cause_id, PAYOUT, assignedTo('withdrawal', withdrawal_id)),
      withdrawal(withdrawal_id, cast, bounced),
    ],
    before: { deposit_received: [leg('bank', 'suspense', PAYOUT)] },
    legs: [leg('suspense', 'customer_available', PAYOUT)],
  }
}

/** A hold of cash or of a withdrawal that two people agreed to. */
const stated =
  (source: 'available' | 'withdrawal_hold'): Recipe =>
  (cast) => {
    const [cause_id, proposal_id, withdrawal_id] = [newId(), newId(), newId()]
    const number = source === 'available' ? null : newId()
    const { customer_id } = cast
    const agreed = {
      customer_id,
      reason: 'account_theft',
      amount_micros: AMOUNT.toString(),
      withdrawal: number,
    }
    return {
      cause_id,
      rows: [
        ...(number === null ? [] : [withdrawal(withdrawal_id, cast, { number, status: 'requested' })]),
        ...approved('hold.place', agreed, { proposal_id }),
        row('wallet.holds', {
          ...{
            hold_id: cause_id,
            customer_id,
            reason: agreed.reason,
            amount_micros: AMOUNT,
            proposal_id,
            source,
          },
          withdrawal_id: number === null ? null : withdrawal_id,
        }),
      ],
      legs: [number === null ? OF_CASH : OF_WITHDRAWAL],
    }
  }

/** The automatic hold of a withdrawal to a new beneficiary. */
const ofNewBeneficiary: Recipe = (cast) => {
  const [cause_id, withdrawal_id] = [newId(), newId()]
  const { customer_id } = cast
  return {
    cause_id,
    rows: [
      withdrawal(withdrawal_id, cast, { status: 'held' }),
      row('wallet.holds', {
        ...{ hold_id: cause_id, customer_id, reason: 'new_beneficiary', amount_micros: AMOUNT },
        ...{ source: 'withdrawal_hold', withdrawal_id },
      }),
    ],
    legs: [OF_WITHDRAWAL],
  }
}

const OF_CASH = leg('customer_available', 'risk_hold', AMOUNT)
const OF_WITHDRAWAL = leg('withdrawal_hold', 'risk_hold', AMOUNT)

const released =
  (held: Recipe, released_to: 'available' | 'withdrawal_hold'): Recipe =>
  (cast) => {
    const { cause_id, rows, legs } = held(cast)
    const release = { released_at: LATER, released_by: 'test', released_to }
    const to = released_to === 'available' ? 'customer_available' : released_to
    return {
      cause_id,
      rows: rows.map((one) =>
        one.table === 'wallet.holds' ? row(one.table, { ...one.values, ...release }) : one,
      ),
      before: { hold: legs },
      legs: [leg('risk_hold', to, AMOUNT)],
    }
  }

/** Recipes of bank lines, withdrawals and holds. */
export const WALLET = {
  deposit_received: { bank_line: [received, statementWithdrawn] },
  deposit_credited: { bank_line: [creditedByReference, creditedByAgreement] },
  deposit_sent_back: { bank_line: [sentBack, sentBackPaid] },
  deposit_recalled: { bank_line: [recalled] },
  party_paid_in: {
    bank_line: [
      paidInBy('marketplace.escrow_top_ups', 'escrow', ({ advertiser_id }) => ({ advertiser_id }), 'escrow'),
      paidInBy('acceptors.bond_top_ups', 'bond', ({ acceptor_id }) => ({ acceptor_id }), 'acceptor_bond'),
      ownPaidIn,
    ],
  },
  withdrawal_asked: { withdrawal: [withdrawing({ status: 'requested' }, ASKED.withdrawal_asked)] },
  withdrawal_ended: {
    withdrawal: [
      withdrawing({ status: 'ended', ended_at: LATER, back_micros: AMOUNT }, GIVEN_BACK, ASKED),
      withdrawing(REFUSED, GIVEN_BACK, { ...ASKED, withdrawal_sent: [...SENT, ...TAKEN_BACK] }),
    ],
  },
  withdrawal_sent: {
    withdrawal: [
      withdrawing({ status: 'sent', ...PAID }, SENT, ASKED),
      withdrawing(REFUSED, TAKEN_BACK, { ...ASKED, withdrawal_sent: SENT, withdrawal_ended: GIVEN_BACK }),
    ],
  },
  withdrawal_confirmed: { bank_line: [withdrawalConfirmed] },
  withdrawal_bounced: { bank_line: [withdrawalBounced] },
  hold: { hold: [stated('available'), stated('withdrawal_hold'), ofNewBeneficiary] },
  hold_released: {
    hold: [released(stated('available'), 'available'), released(ofNewBeneficiary, 'withdrawal_hold')],
  },
} satisfies Partial<Recipes>
