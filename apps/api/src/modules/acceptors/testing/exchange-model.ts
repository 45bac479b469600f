import { EVIDENCE_MAX, type ExchangeOrderStatus } from '@adtally/contract/money/exchange.ts'

/** An order as the model has it; amounts in hundredths, times in hours since the model began. */
export interface ModelOrder {
  order_id: string
  amount: bigint
  status: ExchangeOrderStatus
  since: number
  evidence: { customer: number; acceptor: number }
}

const OPEN: readonly ExchangeOrderStatus[] = ['escrowed', 'paid', 'disputed']

/** PRODUCT §11 once more, as plainly as it can be said: what each act does to one customer's and acceptor's money. */
export class ExchangeModel {
  readonly orders: ModelOrder[] = []
  readonly money: { available: bigint; escrow: bigint; acceptor: bigint; bond: bigint; fee: bigint }
  #limit: bigint
  #now = 0

  constructor(begin: { available: bigint; bond: bigint; limit: bigint }) {
    this.money = { available: begin.available, escrow: 0n, acceptor: 0n, bond: begin.bond, fee: 0n }
    this.#limit = begin.limit
  }

  inEscrow(): bigint {
    return this.#sum((order) => OPEN.includes(order.status))
  }

  /** Why an offer of this amount is refused, or `ok`. */
  mayOffer(amount: bigint): string {
    const open = this.#sum((order) => OPEN.includes(order.status) || order.status === 'offered')
    return open + amount > this.#limit ? 'acceptor_limit_exceeded' : 'ok'
  }

  offer(order_id: string, amount: bigint): void {
    const evidence = { customer: 0, acceptor: 0 }
    this.orders.push({ order_id, amount, status: 'offered', since: this.#now, evidence })
  }

  /** Applies an act to the order and the money; returns `ok` or why it is refused. */
  act(order: ModelOrder, act: string): string {
    switch (act) {
      case 'confirm':
        return this.#confirm(order)
      case 'withdraw':
        return this.#move(order, ['offered'], 'withdrawn', 'state_conflict')
      case 'mark':
        return this.#hand(order, 'acceptor', ['escrowed'], 'paid')
      case 'insist':
        return this.#hand(order, 'acceptor', ['paid', 'disputed'], 'disputed')
      case 'dispute':
        return this.#hand(order, 'customer', ['paid', 'disputed'], 'disputed')
      case 'give_up':
        return this.#end(order, ['escrowed'], 'returned', 'state_conflict')
      case 'for_customer':
        return this.#end(order, ['disputed'], 'returned', 'state_conflict')
      case 'for_acceptor':
        return this.#end(order, ['disputed'], 'completed', 'state_conflict')
      case 'complete':
        return this.#end(order, ['paid', 'disputed'], 'completed', 'exchange_order_moved_on')
      default:
        return this.#makeGood(order)
    }
  }

  wait(hours: number): void {
    this.#now += hours
    for (const order of this.orders) {
      const waited = this.#now - order.since
      if (order.status === 'offered' && waited >= 0.5) this.#set(order, 'expired')
      else if (order.status === 'escrowed' && waited >= 24) this.#end(order, ['escrowed'], 'returned', '')
      else if (order.status === 'paid' && waited >= 72) this.#set(order, 'disputed')
      else if (order.status === 'disputed' && waited >= 240) this.#end(order, ['disputed'], 'returned', '')
    }
  }

  #confirm(order: ModelOrder): string {
    const { money } = this
    if (order.status !== 'offered') return 'exchange_offer_over'
    if (this.inEscrow() + order.amount > this.#limit) return 'acceptor_limit_exceeded'
    if (money.available < order.amount) return 'insufficient_balance'
    money.available -= order.amount
    money.escrow += order.amount
    return this.#set(order, 'escrowed')
  }

  #hand(
    order: ModelOrder,
    party: 'customer' | 'acceptor',
    from: readonly ExchangeOrderStatus[],
    to: ExchangeOrderStatus,
  ): string {
    if (!from.includes(order.status)) {
      return party === 'customer' ? 'exchange_order_moved_on' : 'state_conflict'
    }
    if (order.evidence[party] >= EVIDENCE_MAX) return 'exchange_evidence_too_often'
    order.evidence[party] += 1
    return order.status === to ? 'ok' : this.#set(order, to)
  }

  #end(
    order: ModelOrder,
    from: readonly ExchangeOrderStatus[],
    to: 'returned' | 'completed',
    refusal: string,
  ): string {
    if (!from.includes(order.status)) return refusal
    const { money } = this
    money.escrow -= order.amount
    if (to === 'returned') money.available += order.amount
    else {
      const fee = (order.amount * 50n) / 10_000n
      money.acceptor += order.amount - fee
      money.fee += fee
    }
    return this.#set(order, to)
  }

  #makeGood(order: ModelOrder): string {
    const { money } = this
    if (order.status !== 'completed') return 'state_conflict'
    if (money.bond < order.amount) return 'insufficient_balance'
    money.bond -= order.amount
    money.available += order.amount
    if (this.#limit > money.bond) this.#limit = money.bond
    return this.#set(order, 'made_good')
  }

  #move(
    order: ModelOrder,
    from: readonly ExchangeOrderStatus[],
    to: ExchangeOrderStatus,
    refusal: string,
  ): string {
    return from.includes(order.status) ? this.#set(order, to) : refusal
  }

  #set(order: ModelOrder, status: ExchangeOrderStatus): string {
    order.status = status
    order.since = this.#now
    return 'ok'
  }

  #sum(counts: (order: ModelOrder) => boolean): bigint {
    return this.orders.filter(counts).reduce((sum, order) => sum + order.amount, 0n)
  }
}
