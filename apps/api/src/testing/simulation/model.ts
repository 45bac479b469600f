import { WALLET_PARTS, type WalletPart } from '@adtally/contract/enums.ts'
import type { Micros } from '@adtally/money/money.ts'

/** An account as the ledger opened it. */
export interface AccountRow {
  id: string
  code: string
  side: 'debit' | 'credit'
  owner_id: string
  wallet_part: WalletPart | null
}

/** The totals of an account's two sides. */
export interface Sides {
  debits_posted: Micros
  credits_posted: Micros
}

/** A transfer as written. */
export interface TransferRow {
  id: string
  debit_account_id: string
  credit_account_id: string
  amount_micros: Micros
  posting: string
  flow_id: string | null
  created_at: string
}

/** Micro-units by wallet part. */
export type Parts = Record<WalletPart, Micros>

/** Wallet parts that are all zero. */
export function noParts(): Parts {
  return { available: 0n, pending_spend: 0n, to_be_settled: 0n, on_hold: 0n, discount: 0n, startup: 0n }
}

/** A second set of books from the written transfers alone, with arithmetic that shares nothing with the ledger's. */
export class BooksModel {
  readonly accounts = new Map<string, AccountRow>()
  readonly sides = new Map<string, Sides>()
  /** Sums of customers' fund flow lines, by customer and line. */
  readonly lines = new Map<string, Parts>()
  /** Changes of a customer's wallet without a fund flow line, by customer. */
  readonly unlined = new Map<string, Parts>()
  #posted_micros = 0n

  /** The sum of all posted transfers. */
  get posted_micros(): Micros {
    return this.#posted_micros
  }

  /** Adds a transfer between known accounts. */
  add(transfer: TransferRow): void {
    const { amount_micros, debit_account_id, credit_account_id, flow_id } = transfer
    this.#sidesOf(debit_account_id).debits_posted += amount_micros
    this.#sidesOf(credit_account_id).credits_posted += amount_micros
    this.#posted_micros += amount_micros
    this.#note(debit_account_id, flow_id, -amount_micros)
    this.#note(credit_account_id, flow_id, amount_micros)
  }

  /** An account's balance, positive on its normal side. */
  balanceOf(account: AccountRow): Micros {
    const { debits_posted, credits_posted } = this.#sidesOf(account.id)
    return account.side === 'credit' ? credits_posted - debits_posted : debits_posted - credits_posted
  }

  /** A customer's wallet, computed from accounts. */
  walletOf(customer_id: string): Parts {
    const parts = noParts()
    for (const account of this.accounts.values()) {
      if (account.owner_id === customer_id && account.wallet_part !== null) {
        parts[account.wallet_part] += this.balanceOf(account)
      }
    }
    return parts
  }

  #sidesOf(account_id: string): Sides {
    const known = this.sides.get(account_id)
    if (known) return known
    const none = { debits_posted: 0n, credits_posted: 0n }
    this.sides.set(account_id, none)
    return none
  }

  #note(account_id: string, flow_id: string | null, change: Micros): void {
    const account = this.accounts.get(account_id)
    if (!account || account.wallet_part === null) return
    const [kept, key] =
      flow_id === null ? [this.unlined, account.owner_id] : [this.lines, `${account.owner_id} ${flow_id}`]
    const parts = kept.get(key) ?? noParts()
    parts[account.wallet_part] += change
    kept.set(key, parts)
  }
}

/** Whether two wallets agree in each of `parts`. */
export function sameParts(left: Parts, right: Parts, parts: readonly WalletPart[] = WALLET_PARTS): boolean {
  return parts.every((part) => left[part] === right[part])
}
