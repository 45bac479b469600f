import type { Bank } from './bank.ts'
import type { CommandLineOffice } from './command-line-office.ts'
import { documentFile } from './document-file.ts'

const ACCEPTOR = 'Lighthouse Exchange Ltd'

/** An acceptor with bond and limit, and a reference rate, all by two people; issues codes of offers. */
export class ExchangeDesk {
  readonly #office: CommandLineOffice
  readonly #acceptor_id: string

  private constructor(office: CommandLineOffice, acceptor_id: string) {
    this.#office = office
    this.#acceptor_id = acceptor_id
  }

  static async open(office: CommandLineOffice, bank: Bank): Promise<ExchangeDesk> {
    const made = await office.decide('create-acceptor', {
      kind: 'enterprise',
      name: 'Lighthouse Exchange',
      'legal-name': ACCEPTOR,
      'account-name': ACCEPTOR,
      'evidence-hash': documentFile(ACCEPTOR),
      'fee-percent': '0.50',
      reason: 'Documents seen',
    })
    const acceptor_id = String(made.acceptor_id)
    await bank.book({
      bank_reference: 'BOND-1',
      amount: '500.00',
      name: ACCEPTOR,
      account: 'FR1420041010050500013M02606',
      remittance: 'Bond',
    })
    const line = await bank.waitingLine('BOND-1')
    await office.decide('match-bond', { line_id: line, 'acceptor-id': acceptor_id })
    const reason = 'For the first orders'
    await office.decide('set-acceptor-limit', { 'acceptor-id': acceptor_id, limit: '300.00', reason })
    const { now } = await office.run('clock-show')
    await office.decide('set-reference-rate', {
      currency: 'EUR',
      rate: '0.920000',
      source: 'Central bank',
      'as-of': String(now),
      reason: 'The rate of the day',
    })
    return new ExchangeDesk(office, acceptor_id)
  }

  /** Offers euro for `amount`; returns the code that a customer enters, and its order. */
  async offer(amount: string): Promise<{ code: string; order_id: string }> {
    const { code, order_id } = await this.#office.run('issue-acceptance-code', {
      'acceptor-id': this.#acceptor_id,
      amount,
      currency: 'EUR',
      rate: '0.912000',
    })
    return { code: String(code), order_id: String(order_id) }
  }
}
