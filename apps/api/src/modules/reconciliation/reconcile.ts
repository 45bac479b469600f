import type { Transaction } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { verifyLedger } from '../ledger/index.ts'
import type { Services } from '../services.ts'
import { withdrawalDifferences } from '../wallet/index.ts'
import {
  accountTotals,
  bankAccounts,
  bankLineDifferences,
  planDifferences,
  statementDifferences,
} from './proofs.repository.ts'
import { insertRun, insertSightings, knownItems, lockRuns, newestRunId, openItems } from './repository.ts'
import { type Difference, equationDifferences, equationOf } from './rules.ts'
import type { Proof } from './tables.ts'

/** What a run found. */
interface Reconciled {
  run_id: string
  differences: number
  /** Items that it opened: differences that no open or explained item stands for. */
  opened: number
  figures: Record<string, unknown>
}

/**
 * Proves the books and keeps the result with its figures for good (PRODUCT §2.1, §2.11): assets against liabilities and
 * equity, bank accounts against their statements, balances and fund-flow lines against the transfers, plans against the
 * events, what is set aside for withdrawals against these. Each proof reads one moment. A difference that is new opens an
 * item; nothing is ever corrected by it.
 */
export async function reconcile(
  services: Services,
  tx: Transaction,
  of: { night: string; asked_by: null } | { night: null; asked_by: string },
): Promise<Reconciled> {
  await lockRuns(tx)
  const began_at = services.clock.now()
  const { differences, figures } = await proveAll(services, tx)
  const last_run_id = await newestRunId(tx)
  const known = await knownItems(tx, differences, last_run_id)
  const run_id = newId()
  await insertRun(tx, {
    run_id,
    ...of,
    currency: services.settings.currency,
    figures: json(figures),
    differences: differences.length,
    began_at,
    ended_at: new Date(Math.max(services.clock.now_ms(), began_at.getTime())),
  })
  const opened = await openItems(
    tx,
    run_id,
    differences.filter((_difference, index) => known[index] === null),
  )
  const seen = new Set([...known.filter((item_id) => item_id !== null), ...opened])
  await insertSightings(tx, run_id, [...seen])
  if (opened.length > 0)
    services.log.error(
      { run_id, opened: opened.length },
      'the books have differences that two people must close',
    )
  return { run_id, differences: differences.length, opened: opened.length, figures }
}

async function proveAll(services: Services, tx: Transaction) {
  const totals = await accountTotals(tx)
  const equation = equationOf(totals)
  const banks = await bankAccounts(tx)
  const verification = await verifyLedger(tx)
  const of = (proof: Proof) => (found: Omit<Difference, 'proof'>) => ({ proof, ...found })
  const differences: Difference[] = [
    ...equationDifferences(equation),
    ...banks
      .filter((bank) => bank.ledger_micros !== bank.expected_micros)
      .map(({ rail, expected_micros, ledger_micros }) => ({
        proof: 'bank_account' as const,
        subject: `bank ${rail}`,
        expected_micros,
        found_micros: ledger_micros,
      })),
    ...(await bankLineDifferences(tx)).map(of('bank_line')),
    ...(await statementDifferences(tx)).map(of('statement')),
    ...verification.differences.flatMap(({ fault, subjects }) =>
      subjects.map((subject) => ({
        proof: fault.startsWith('flow') ? ('fund_flow' as const) : ('ledger' as const),
        subject: `${fault} ${subject}`,
        expected_micros: null,
        found_micros: null,
      })),
    ),
    ...(await planDifferences(tx)).map(of('plan')),
    ...(await withdrawalDifferences(tx)).map(of('withdrawal')),
  ]
  const { accounts, transfers, flow_lines } = verification
  const counts = { accounts, transfers, flow_lines }
  return {
    differences,
    figures: { currency: services.settings.currency, equation, totals, banks, counts },
  }
}

/** As JSON keeps it: amounts as decimal strings of micro-units. */
function json(figures: unknown): string {
  return JSON.stringify(figures, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
