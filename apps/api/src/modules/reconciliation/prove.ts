import type { Proof } from '@adtally/contract/operator/finance/books.ts'
import type { Transaction } from '../../database/database.ts'
import { verifyChain } from '../audit/index.ts'
import { verifyStatistics } from '../delivery/index.ts'
import { verifyLedger } from '../ledger/index.ts'
import type { Services } from '../services.ts'
import { clockDifferences, withdrawalDifferences } from '../wallet/index.ts'
import type { Figures } from './figures.ts'
import {
  accountTotals,
  bankAccounts,
  bankLineDifferences,
  leaseDifferences,
  nightDifferences,
  planDifferences,
  resultDifferences,
  statementDifferences,
} from './proofs.repository.ts'
import {
  auditHeadOf,
  type Difference,
  equationDifferences,
  equationOf,
  faultsOf,
  keptAuditHead,
} from './rules.ts'

interface Since {
  /** The night being proved; null for a run that is not the nightly one. */
  night: string | null
  /** The previous run's stored figures: the audit log's chain has to continue from the head in them. */
  figures: unknown
}

/** Every current difference, and the figures that were compared. Changes nothing. */
export async function proveAll(
  services: Services,
  tx: Transaction,
  since: Since,
): Promise<{ differences: Difference[]; figures: Figures }> {
  const money = await proveMoney(tx)
  const known_head = auditHeadOf(since.figures)
  const chain = await verifyChain(tx, known_head)
  return {
    differences: [
      ...money.differences,
      ...faultsOf(
        'statistics',
        (await verifyStatistics(tx)).map(({ rollup, key }) => `${rollup} ${key}`),
      ),
      ...faultsOf(
        'audit',
        chain.faults.map(({ sequence, fault }) => `entry ${sequence} ${fault}`),
      ),
      ...faultsOf('clock', await clockDifferences(tx)),
      ...faultsOf('night', await nightDifferences(tx, since.night)),
    ],
    figures: {
      currency: services.settings.currency,
      ...money.figures,
      audit: { entries: chain.entries, head: keptAuditHead(chain, known_head) },
    },
  }
}

/** The proofs that are exact to the micro-unit: bank, balances, lines, plans, leases, withdrawals, published results. */
async function proveMoney(tx: Transaction) {
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
      faultsOf(
        fault.startsWith('flow') ? 'fund_flow' : 'ledger',
        subjects.map((subject) => `${fault} ${subject}`),
      ),
    ),
    ...(await planDifferences(tx)).map(of('plan')),
    ...(await leaseDifferences(tx)).map(of('lease')),
    ...(await withdrawalDifferences(tx)).map(of('withdrawal')),
    ...(await resultDifferences(tx)).map(of('result')),
  ]
  const { accounts, transfers, flow_lines } = verification
  return { differences, figures: { equation, totals, banks, counts: { accounts, transfers, flow_lines } } }
}
