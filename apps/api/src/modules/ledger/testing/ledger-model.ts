import { ACCOUNT_CODES, type Account, type AccountRule, type WalletPart } from '../chart-of-accounts.ts'
import { BETWEEN_CUSTOMERS, defaultPosting, POSTINGS, type PostingName } from '../postings.ts'
import type { Transfer, TransferResult } from '../transfer.ts'

/** An account of the model: TigerBeetle's four columns. */
export interface ModelAccount {
  account: Account
  debits_pending: bigint
  debits_posted: bigint
  credits_pending: bigint
  credits_posted: bigint
}

interface Entry {
  transfer: Transfer
  debit: string
  credit: string
  amount: bigint
  posting: PostingName
  resolution: 'post' | 'void' | 'expire' | null
  reversed: bigint
}

interface State {
  accounts: Map<string, ModelAccount>
  entries: Map<string, Entry>
}

/**
 * The ledger as a person would write it down: one transfer after the other on plain maps, a linked group on a copy
 * that is kept or thrown away. Shares with the program the chart, the postings and nothing else.
 */
export class LedgerModel {
  #state: State = { accounts: new Map(), entries: new Map() }
  readonly #customerOfPlan: ReadonlyMap<string, string>

  /** A model in which each plan belongs to a customer. */
  constructor(customerOfPlan: ReadonlyMap<string, string>) {
    this.#customerOfPlan = customerOfPlan
  }

  get accounts(): ReadonlyMap<string, ModelAccount> {
    return this.#state.accounts
  }

  /** Fund-flow sums by `customer flow`, per wallet part. */
  flows(): Map<string, Partial<Record<WalletPart, bigint>>> {
    const flows = new Map<string, Partial<Record<WalletPart, bigint>>>()
    for (const entry of this.#state.entries.values()) {
      if (!['posted', 'post', 'reversal'].includes(entry.transfer.kind)) continue
      this.#addFlow(flows, entry, entry.debit, -entry.amount)
      this.#addFlow(flows, entry, entry.credit, entry.amount)
    }
    return flows
  }

  /** Takes groups in order; the results the ledger must give. */
  post(groups: readonly (readonly Transfer[])[], now: Date): TransferResult[][] {
    return groups.map((group) => {
      const before = structuredClone(this.#state)
      const results: TransferResult[] = []
      for (const transfer of group) results.push(this.#take(transfer, now))
      const failed = results.findIndex((result) => result !== 'ok' && result !== 'exists')
      if (failed === -1) return results
      this.#state = before
      return results.map((result, index) => (index === failed ? result : 'linked_failed'))
    })
  }

  /** Expires what is due. */
  expire(now: Date): void {
    for (const entry of this.#state.entries.values()) {
      const { transfer } = entry
      if (transfer.kind !== 'pending' || entry.resolution !== null || !isDue(transfer, now)) continue
      entry.resolution = 'expire'
      this.#move(entry.debit, entry.credit, -entry.amount, 0n)
    }
  }

  #take(transfer: Transfer, now: Date): TransferResult {
    const known = this.#state.entries.get(transfer.id)
    if (known) return this.#sameContent(known, transfer) ? 'exists' : 'exists_with_other_content'
    if ('debit' in transfer) return this.#takeNew(transfer, now)
    const target = this.#state.entries.get(
      'reverses_id' in transfer ? transfer.reverses_id : transfer.pending_id,
    )
    const amount = ('amount_micros' in transfer ? transfer.amount_micros : undefined) ?? target?.amount ?? 1n
    if (amount <= 0n) return 'amount_not_positive'
    if (transfer.kind === 'reversal') return this.#reverse(transfer, target, amount)
    return this.#resolve(transfer, target, amount, now)
  }

  #takeNew(transfer: Extract<Transfer, { debit: Account }>, now: Date): TransferResult {
    const { debit, credit, amount_micros: amount } = transfer
    if (amount <= 0n) return 'amount_not_positive'
    if (keyOf(debit) === keyOf(credit)) return 'accounts_equal'
    const posting = transfer.posting ?? defaultPosting(debit, credit)
    if (!posting || !this.#isAllowed(posting, debit, credit)) return 'account_rule_broken'
    if (isDue(transfer, now)) return 'pending_expired'
    if (!this.#suffices(debit, credit, amount)) return 'insufficient_funds'
    const [pending, posted] = transfer.kind === 'pending' ? [amount, 0n] : [0n, amount]
    this.#open(debit)
    this.#open(credit)
    this.#move(keyOf(debit), keyOf(credit), pending, posted)
    this.#note({ transfer, debit: keyOf(debit), credit: keyOf(credit), amount, posting })
    return 'ok'
  }

  #resolve(
    transfer: Extract<Transfer, { pending_id: string }>,
    target: Entry | undefined,
    amount: bigint,
    now: Date,
  ): TransferResult {
    if (!target) return 'pending_not_found'
    if (target.transfer.kind !== 'pending') return 'pending_not_pending'
    if (target.resolution === 'post') return 'pending_already_posted'
    if (target.resolution === 'void') return 'pending_already_voided'
    if (target.resolution === 'expire' || isDue(target.transfer, now)) return 'pending_expired'
    if (amount > target.amount) return 'exceeds_pending_amount'
    target.resolution = transfer.kind
    this.#move(target.debit, target.credit, -target.amount, transfer.kind === 'post' ? amount : 0n)
    const { debit, credit, posting } = target
    this.#note({
      transfer,
      debit,
      credit,
      amount: transfer.kind === 'post' ? amount : target.amount,
      posting,
    })
    return 'ok'
  }

  #reverse(transfer: Transfer, target: Entry | undefined, amount: bigint): TransferResult {
    if (!target || !['posted', 'post', 'reversal'].includes(target.transfer.kind)) return 'original_not_found'
    if (target.reversed + amount > target.amount) return 'exceeds_original_amount'
    const [debit, credit] = [this.#account(target.credit), this.#account(target.debit)]
    if (!this.#suffices(debit.account, credit.account, amount)) return 'insufficient_funds'
    target.reversed += amount
    this.#move(target.credit, target.debit, 0n, amount)
    this.#note({ transfer, debit: target.credit, credit: target.debit, amount, posting: target.posting })
    return 'ok'
  }

  #isAllowed(posting: PostingName, debit: Account, credit: Account): boolean {
    const pairs: readonly (readonly [string, string])[] = POSTINGS[posting]
    if (!pairs.some(([from, to]) => from === debit.code && to === credit.code)) return false
    const customers = [debit, credit].map((account) => this.#customerOf(account))
    const is_other_customer = !customers.includes(undefined) && customers[0] !== customers[1]
    if (posting === BETWEEN_CUSTOMERS) return is_other_customer
    if (is_other_customer) return false
    if (ruleOf(debit).owner === ruleOf(credit).owner && debit.owner_id !== credit.owner_id) return false
    const both_have_plans = ruleOf(debit).subject === 'plan' && ruleOf(credit).subject === 'plan'
    return !both_have_plans || debit.subject_id === credit.subject_id
  }

  #customerOf(account: Account): string | undefined {
    return ruleOf(account).owner === 'customer'
      ? account.owner_id
      : this.#customerOfPlan.get(account.subject_id ?? '')
  }

  #suffices(debit: Account, credit: Account, amount: bigint): boolean {
    const from = this.#state.accounts.get(keyOf(debit))
    const to = this.#state.accounts.get(keyOf(credit))
    const taken_from_debited = ruleOf(debit).side === 'credit'
    const taken_from_credited = ruleOf(credit).side === 'debit'
    const debited_has = from ? from.credits_posted - from.debits_posted - from.debits_pending : 0n
    const credited_has = to ? to.debits_posted - to.credits_posted - to.credits_pending : 0n
    return (!taken_from_debited || debited_has >= amount) && (!taken_from_credited || credited_has >= amount)
  }

  #sameContent(known: Entry, transfer: Transfer): boolean {
    const { transfer: first } = known
    const target = 'debit' in transfer ? undefined : this.#state.entries.get(targetOf(transfer))
    const amount = ('amount_micros' in transfer ? transfer.amount_micros : undefined) ?? target?.amount
    const common = [
      first.kind === transfer.kind,
      known.amount === amount,
      first.flow?.id === transfer.flow?.id,
    ]
    if (common.includes(false) || first.cause.id !== transfer.cause.id) return false
    if (!('debit' in transfer) || !('debit' in first)) return targetOf(first) === targetOf(transfer)
    return (
      keyOf(first.debit) === keyOf(transfer.debit) &&
      keyOf(first.credit) === keyOf(transfer.credit) &&
      known.posting === (transfer.posting ?? defaultPosting(transfer.debit, transfer.credit)) &&
      first.expires_at?.getTime() === transfer.expires_at?.getTime()
    )
  }

  #open(account: Account): void {
    if (this.#state.accounts.has(keyOf(account))) return
    const empty = { debits_pending: 0n, debits_posted: 0n, credits_pending: 0n, credits_posted: 0n }
    this.#state.accounts.set(keyOf(account), { account, ...empty })
  }

  #account(key: string): ModelAccount {
    const account = this.#state.accounts.get(key)
    if (!account) throw new Error(`the model has no account ${key}`)
    return account
  }

  #move(debit: string, credit: string, pending: bigint, posted: bigint): void {
    const [from, to] = [this.#account(debit), this.#account(credit)]
    from.debits_pending += pending
    from.debits_posted += posted
    to.credits_pending += pending
    to.credits_posted += posted
  }

  #note(entry: Omit<Entry, 'resolution' | 'reversed'>): void {
    this.#state.entries.set(entry.transfer.id, { ...entry, resolution: null, reversed: 0n })
  }

  #addFlow(
    flows: Map<string, Partial<Record<WalletPart, bigint>>>,
    entry: Entry,
    key: string,
    effect: bigint,
  ): void {
    const { account } = this.#account(key)
    const part = ruleOf(account).wallet_part
    if (!part || !entry.transfer.flow) return
    const line_key = `${account.owner_id} ${entry.transfer.flow.id}`
    const line = flows.get(line_key) ?? {}
    flows.set(line_key, { ...line, [part]: (line[part] ?? 0n) + effect })
  }
}

/** An account by what it is. */
export function keyOf({ code, owner_id, subject_id }: Account): string {
  return `${code} ${owner_id} ${subject_id ?? '-'}`
}

function ruleOf(account: Account): AccountRule {
  return ACCOUNT_CODES[account.code]
}

function targetOf(transfer: Transfer): string {
  if ('reverses_id' in transfer) return transfer.reverses_id
  return 'pending_id' in transfer ? transfer.pending_id : ''
}

function isDue(transfer: Transfer, now: Date): boolean {
  return 'expires_at' in transfer && transfer.expires_at !== undefined && transfer.expires_at <= now
}
