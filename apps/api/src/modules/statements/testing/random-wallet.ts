import type { FlowType } from '@adtally/contract/enums.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { type Account, PLATFORM_ID, postTransfers, type Transfer } from '../../ledger/index.ts'
import { bankAccount, OWN, SUSPENSE } from '../../wallet/index.ts'

const PROMO: Account = { code: 'promo', owner_id: PLATFORM_ID }
const TRANSIT: Account = { code: 'transit', owner_id: PLATFORM_ID }
const CAUSE = { kind: 'plan', id: newId() } as const

type Posted = Extract<Transfer, { debit: Account }>

/** A wallet event: accounts, posting, and flow type. */
interface Move {
  posting: Posted['posting']
  from: string
  to: string
  type: FlowType
}

/** Every flow type (SPEC §4, PRODUCT §3) with its postings; `promo` and the like are the platform's. */
export const MOVES: readonly Move[] = [
  { posting: 'deposit_credited', from: 'suspense', to: 'available', type: 'system_deposit' },
  { posting: 'deposit_recalled', from: 'available', to: 'bank', type: 'system_deposit' },
  { posting: 'plan_placed', from: 'available', to: 'plan', type: 'ad_serving' },
  { posting: 'unspent_returned', from: 'plan', to: 'available', type: 'ad_serving' },
  { posting: 'plan_placed', from: 'discount', to: 'plan_discount', type: 'ad_serving' },
  { posting: 'coupon_used', from: 'promo', to: 'discount', type: 'ad_serving' },
  { posting: 'spend', from: 'plan', to: 'publisher', type: 'ad_billing' },
  { posting: 'conversion', from: 'reserved', to: 'unsettled', type: 'ad_billing' },
  { posting: 'settlement', from: 'unsettled', to: 'available', type: 'ad_billing' },
  { posting: 'profit_shared', from: 'unsettled', to: 'leader', type: 'profit_sharing' },
  { posting: 'recovery_collected', from: 'unsettled', to: 'escrow', type: 'system_chargeback' },
  { posting: 'settlement', from: 'unsettled', to: 'promo', type: 'virtual_recharge_deduction' },
  { posting: 'startup_granted', from: 'promo', to: 'startup', type: 'virtual_recharge_deduction' },
  { posting: 'startup_returned', from: 'startup', to: 'promo', type: 'virtual_recharge_deduction' },
  { posting: 'withdrawal_asked', from: 'available', to: 'withdrawal', type: 'manual_withdrawal' },
  { posting: 'withdrawal_sent', from: 'withdrawal', to: 'transit', type: 'manual_withdrawal' },
  { posting: 'withdrawal_ended', from: 'withdrawal', to: 'available', type: 'manual_withdrawal' },
  { posting: 'hold', from: 'available', to: 'risk', type: 'hold' },
  { posting: 'hold_released', from: 'risk', to: 'available', type: 'hold' },
  { posting: 'vip_opened', from: 'available', to: 'vip', type: 'vip_opening' },
  { posting: 'vip_cancelled', from: 'vip', to: 'available', type: 'vip_opening' },
  { posting: 'exchange_accepted', from: 'available', to: 'fx', type: 'exchange' },
  { posting: 'exchange_returned', from: 'fx', to: 'available', type: 'exchange' },
]

/** The wallet's own accounts, whose balance limits an act; the platform's are funded when needed. */
const OWN_SIDE = ['available', 'plan', 'discount', 'unsettled', 'startup', 'withdrawal', 'risk', 'vip', 'fx']

/** A wallet with random ledger acts on few lines, each of which may go on for months. */
export class RandomWallet {
  readonly customer_id: string
  readonly #accounts: Record<string, Account>
  readonly #held = new Map<string, bigint>()
  readonly #tag = newId()

  constructor(
    customer_id: string,
    leader_id: string,
    parties: { advertiser_id: string; publisher_id: string },
  ) {
    this.customer_id = customer_id
    const plan = { subject_id: newId() }
    const own = { owner_id: customer_id }
    this.#accounts = {
      suspense: SUSPENSE,
      bank: bankAccount('main'),
      promo: PROMO,
      transit: TRANSIT,
      escrow: { code: 'escrow', owner_id: parties.advertiser_id },
      reserved: { code: 'escrow_reserved', owner_id: parties.advertiser_id, ...plan },
      publisher: { code: 'publisher_unsettled', owner_id: parties.publisher_id, ...plan },
      leader: { code: 'customer_available', owner_id: leader_id },
      available: { code: 'customer_available', ...own },
      discount: { code: 'customer_discount', ...own },
      startup: { code: 'customer_startup', ...own },
      plan: { code: 'plan_cash', ...own, ...plan },
      plan_discount: { code: 'plan_discount', ...own, ...plan },
      unsettled: { code: 'customer_unsettled', ...own, ...plan },
      withdrawal: { code: 'withdrawal_hold', ...own },
      risk: { code: 'risk_hold', ...own },
      fx: { code: 'fx_hold', ...own },
      vip: { code: 'fee_unearned', owner_id: PLATFORM_ID, ...plan },
    }
  }

  /** One act, limited to the money there is; false if there is none. `line` tells lines of a type apart. */
  async act(tx: Transaction, at: number, wanted_micros: bigint, line: number): Promise<boolean> {
    const move = MOVES[at % MOVES.length]
    if (!move) return false
    const { from, to, type, posting } = move
    const held = OWN_SIDE.includes(from) ? (this.#held.get(from) ?? 0n) : wanted_micros
    const amount_micros = held < wanted_micros ? held : wanted_micros
    if (amount_micros === 0n) return false
    const flow = { id: `${this.#tag}:${type}:${line}`, type, subject_kind: 'test', subject_id: String(line) }
    await postTransfers(tx, [
      ...this.#funding(from, amount_micros),
      { ...this.#transfer(posting, from, to, amount_micros), flow },
    ])
    this.#held.set(from, held - amount_micros)
    this.#held.set(to, (this.#held.get(to) ?? 0n) + amount_micros)
    return true
  }

  /** The transfers that must fund the platform's account first. */
  #funding(from: string, amount_micros: bigint): Posted[] {
    const received = this.#transfer('deposit_received', 'bank', 'suspense', amount_micros)
    if (from === 'suspense') return [received]
    if (from === 'promo') {
      const paid_in = { ...this.#transfer('party_paid_in', 'suspense', 'promo', amount_micros), credit: OWN }
      const allotted = { ...this.#transfer('platform_allotted', 'promo', 'promo', amount_micros), debit: OWN }
      return [received, paid_in, allotted]
    }
    if (from !== 'reserved') return []
    return [
      received,
      this.#transfer('party_paid_in', 'suspense', 'escrow', amount_micros),
      this.#transfer('conversion', 'escrow', 'reserved', amount_micros),
    ]
  }

  #transfer(posting: Posted['posting'], from: string, to: string, amount_micros: bigint): Posted {
    const [debit, credit] = [this.#accounts[from], this.#accounts[to]]
    if (!debit || !credit || posting === undefined) throw new RangeError(`no account ${from} or ${to}`)
    return { id: newId(), kind: 'posted', posting, debit, credit, amount_micros, cause: CAUSE }
  }
}
