import { ACCOUNT_CODES, type Account, type AccountRule, type WalletPart } from '../chart-of-accounts.ts'
import { BETWEEN_CUSTOMERS, defaultPosting, POSTINGS, type PostingName } from '../postings.ts'
import type { Movement, Transfer, TransferResult } from '../transfer.ts'

export interface ModelAccount {
  account: Account
  debits_posted: bigint
  credits_posted: bigint
}

interface Entry {
  transfer: Transfer
  debit: string
  credit: string
  amount: bigint
  posting: PostingName
  reversed: bigint
}

interface State {
  accounts: Map<string, ModelAccount>
  entries: Map<string, Entry>
}

/**
 * The ledger in its simplest form: one transfer after another on plain maps, a linked group on a copy that is kept or
 * discarded. Shares only the chart and the postings with the program.
 */
export class LedgerModel {
  #state: State = { accounts: new Map(), entries: new Map() }
  readonly #customerOfPlan: ReadonlyMap<string, string>

  /** A model in which plans belong to these customers. */
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
      this.#addFlow(flows, entry, entry.debit, -entry.amount)
      this.#addFlow(flows, entry, entry.credit, entry.amount)
    }
    return flows
  }

  /** Posts groups in order; answers the results that the ledger must give. */
  post(groups: readonly (readonly Transfer[])[]): TransferResult[][] {
    return groups.map((group) => {
      const before = structuredClone(this.#state)
      const results: TransferResult[] = []
      for (const transfer of group) results.push(this.#take(transfer))
      const failed = results.findIndex((result) => result !== 'ok' && result !== 'exists')
      if (failed === -1) return results
      this.#state = before
      return results.map((result, index) => (index === failed ? result : 'linked_failed'))
    })
  }

  #take(transfer: Transfer): TransferResult {
    const known = this.#state.entries.get(transfer.id)
    if (known) return this.#sameContent(known, transfer) ? 'exists' : 'exists_with_other_content'
    if (transfer.kind === 'posted') return this.#takeNew(transfer)
    const target = this.#state.entries.get(transfer.reverses_id)
    const amount = transfer.amount_micros ?? target?.amount ?? 1n
    if (amount <= 0n || amount > 10n ** 18n) return 'amount_out_of_range'
    return this.#reverse(transfer, target, amount)
  }

  #takeNew(transfer: Movement): TransferResult {
    const { debit, credit, amount_micros: amount } = transfer
    if (amount <= 0n || amount > 10n ** 18n) return 'amount_out_of_range'
    if (keyOf(debit) === keyOf(credit)) return 'accounts_equal'
    const posting = transfer.posting ?? defaultPosting(debit, credit)
    if (!posting || !this.#isAllowed(posting, debit, credit)) return 'account_rule_broken'
    if (!this.#suffices(debit, credit, amount)) return 'insufficient_funds'
    this.#open(debit)
    this.#open(credit)
    this.#move(keyOf(debit), keyOf(credit), amount)
    this.#note({ transfer, debit: keyOf(debit), credit: keyOf(credit), amount, posting })
    return 'ok'
  }

  #reverse(transfer: Transfer, target: Entry | undefined, amount: bigint): TransferResult {
    if (!target) return 'original_not_found'
    if (target.reversed + amount > target.amount) return 'exceeds_original_amount'
    const [debit, credit] = [this.#account(target.credit), this.#account(target.debit)]
    if (!this.#suffices(debit.account, credit.account, amount)) return 'insufficient_funds'
    target.reversed += amount
    this.#move(target.credit, target.debit, amount)
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
    const debited_has = from ? from.credits_posted - from.debits_posted : 0n
    const credited_has = to ? to.debits_posted - to.credits_posted : 0n
    return (!taken_from_debited || debited_has >= amount) && (!taken_from_credited || credited_has >= amount)
  }

  #sameContent(known: Entry, transfer: Transfer): boolean {
    const { transfer: first } = known
    const target = transfer.kind === 'posted' ? undefined : this.#state.entries.get(transfer.reverses_id)
    const amount = ('amount_micros' in transfer ? transfer.amount_micros : undefined) ?? target?.amount
    const common = [
      first.kind === transfer.kind,
      known.amount === amount,
      first.flow?.id === transfer.flow?.id,
    ]
    if (common.includes(false) || first.cause.id !== transfer.cause.id) return false
    if (transfer.kind === 'reversal' || first.kind === 'reversal')
      return targetOf(first) === targetOf(transfer)
    return (
      keyOf(first.debit) === keyOf(transfer.debit) &&
      keyOf(first.credit) === keyOf(transfer.credit) &&
      known.posting === (transfer.posting ?? defaultPosting(transfer.debit, transfer.credit))
    )
  }

  #open(account: Account): void {
    if (this.#state.accounts.has(keyOf(account))) return
    this.#state.accounts.set(keyOf(account), { account, debits_posted: 0n, credits_posted: 0n })
  }

  #account(key: string): ModelAccount {
    const account = this.#state.accounts.get(key)
    if (!account) throw new Error(`the model has no account ${key}`)
    return account
  }

  #move(debit: string, credit: string, amount: bigint): void {
    this.#account(debit).debits_posted += amount
    this.#account(credit).credits_posted += amount
  }

  #note(entry: Omit<Entry, 'reversed'>): void {
    this.#state.entries.set(entry.transfer.id, { ...entry, reversed: 0n })
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

/** A key made of the account's parts. */
export function keyOf({ code, owner_id, subject_id }: Account): string {
  return `${code} ${owner_id} ${subject_id ?? '-'}`
}

function ruleOf(account: Account): AccountRule {
  return ACCOUNT_CODES[account.code]
}

function targetOf(transfer: Transfer): string {
  return transfer.kind === 'reversal' ? transfer.reverses_id : ''
}
