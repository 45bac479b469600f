import { transactionFlowMonth } from '@adtally/contract/money/statements.ts'
import { property } from '@adtally/contract/money/wallet.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { verifyStatistics } from '../../modules/delivery/index.ts'
import { verifyLedger } from '../../modules/ledger/index.ts'
import { DEADLINES } from './deadlines.ts'
import { promised } from './finding.ts'
import type { Person, World } from './world.ts'

/** Compares the wallet that a customer reads with the sum of its entries. */
export async function compareWallet(world: World, person: Person): Promise<void> {
  const parts = world.books.model.walletOf(person.customer_id)
  const { data } = await world.call(person, property, {}, world.books.looks)
  const read = [
    data.available_balance,
    data.pending_spend,
    data.to_be_settled,
    data.on_hold,
    data.discount_amount,
    data.startup_funds,
  ]
  const { available, pending_spend, to_be_settled, on_hold, discount, startup } = parts
  const written = [available, pending_spend, to_be_settled, on_hold, discount, startup].map(formatAmount)
  promised(
    read.join() === written.join(),
    'the wallet is the sum of its entries',
    () => `${person.name} reads ${read.join()}, entries say ${written.join()}`,
  )
}

/** Checks that the money set aside for withdrawals equals the open ones, less what of them is on hold. */
export async function compareWithdrawals(world: World): Promise<void> {
  const rows = await world.books.rows<{ subject: string }>(
    `select subject || ': ' || found_micros || ' instead of ' || expected_micros as subject
     from wallet.withdrawal_differences`,
  )
  promised(rows.length === 0, 'money set aside for withdrawals is theirs', () =>
    rows.map(({ subject }) => subject).join(', '),
  )
}

/** Checks a customer's statement of this month: opening plus changes is closing, and closing is the wallet. */
export async function compareStatement(world: World, person: Person): Promise<void> {
  const month = world.now.toISOString().slice(0, 7)
  const { code, data } = await world.call(person, transactionFlowMonth, { month })
  promised(code === 200, 'a statement can be had', () => `${person.name}, ${month}: ${code}`)
  const { available } = world.books.model.walletOf(person.customer_id)
  promised(
    data.closing.available === formatAmount(available),
    'a statement closes with what the wallet holds',
    () => `${person.name}, ${month}: ${data.closing.available}, entries say ${formatAmount(available)}`,
  )
}

/** Checks that nothing is overdue once everything due was worked off. */
export async function compareDeadlines(world: World): Promise<void> {
  for (const { promise, overdue } of DEADLINES) {
    const rows = await world.books.rows<{ subject: string }>(overdue)
    promised(rows.length === 0, promise, () => rows.map(({ subject }) => subject).join(', '))
  }
}

/** Verifies ledger, statistics and audit log with the program's own verbs, and runs the proof of the books. */
export async function verifyAll(world: World): Promise<{ transfers: number; audited: number }> {
  const { services } = world.process()
  const found = await services.database.transaction({ kind: 'system' }, async (tx) => ({
    ledger: await verifyLedger(tx),
    statistics: await verifyStatistics(tx),
  }))
  promised(found.ledger.differences.length === 0, 'the ledger verifies', () => JSON.stringify(found.ledger))
  promised(found.statistics.length === 0, 'statistics verify', () => JSON.stringify(found.statistics))
  const log = await world.office.check('audit-verify')
  promised(Object(log).whole === true, 'the audit log verifies', () => JSON.stringify(log))
  const { differences } = await world.office.run('reconcile')
  const open = await world.office.run('list-differences')
  promised(differences === 0, 'the books have no difference', () => JSON.stringify(open))
  return { transfers: found.ledger.transfers, audited: Number(Object(log).entries ?? 0) }
}
