import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { accountId } from '../account-id.ts'
import { WALLET_PARTS, type WalletPart } from '../chart-of-accounts.ts'
import type { TransferResult } from '../transfer.ts'
import { verifyLedger } from '../verify.ts'
import { decide } from '../writing/decide.ts'
import { historyMaker, type Step } from './history.ts'
import { keyOf, LedgerModel } from './ledger-model.ts'
import { postGroups } from './transfer.ts'
import { makeWorld } from './world.ts'

/** All results of a history, and each disagreement between ledger and model in words. */
export interface HistoryOutcome {
  results: TransferResult[]
  disagreements: string[]
}

/**
 * Runs a history in the database and in the model, comparing every result, then all balances, all fund-flow lines and
 * `ledger verify`. The caller rolls the transaction back.
 */
export async function runHistory(
  tx: Transaction,
  steps: readonly Step[],
  decideOn = decide,
): Promise<HistoryOutcome> {
  const world = makeWorld()
  const model = new LedgerModel(world.customerOfPlan)
  const transfersOf = historyMaker(world)
  const outcome: HistoryOutcome = { results: [], disagreements: [] }
  const post = async (groups: Parameters<LedgerModel['post']>[0]) => {
    const expected = model.post(groups)
    const found = await postGroups(tx, groups, decideOn)
    outcome.results.push(...found.flat())
    compare(outcome, 'results', expected, found)
  }
  await post([world.funding])
  for (const step of steps) {
    if ('hours' in step) await sql`select platform.move_clock(${step.hours * 3_600_000}, 'test')`.execute(tx)
    else await post(step.groups.map((group) => transfersOf(group)))
  }
  await compareBalances(tx, model, outcome)
  await compareFlows(tx, model, outcome)
  const { differences } = await verifyLedger(tx)
  for (const difference of differences) outcome.disagreements.push(`verify: ${JSON.stringify(difference)}`)
  return outcome
}

function compare(outcome: HistoryOutcome, what: string, expected: unknown, found: unknown): void {
  const [left, right] = [expected, found].map(plain)
  if (left !== right) outcome.disagreements.push(`${what}: expected ${left}, found ${right}`)
}

function plain(value: unknown): string {
  return JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}` : inner))
}

const COLUMNS = ['debits_posted', 'credits_posted'] as const

async function compareBalances(tx: Transaction, model: LedgerModel, outcome: HistoryOutcome): Promise<void> {
  const ids = [...model.accounts.values()].map(({ account }) => accountId(account))
  const { rows } = await sql<{ id: string } & Record<string, bigint>>`
    select id, debits_posted_micros as debits_posted, credits_posted_micros as credits_posted
    from ledger.accounts where id = any (${ids})`.execute(tx)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const model_account of model.accounts.values()) {
    const row = found.get(accountId(model_account.account))
    const columns = (values: Record<string, unknown> | undefined) => COLUMNS.map((column) => values?.[column])
    compare(outcome, keyOf(model_account.account), columns({ ...model_account }), columns(row))
  }
}

async function compareFlows(tx: Transaction, model: LedgerModel, outcome: HistoryOutcome): Promise<void> {
  const customers = [...new Set([...model.accounts.values()].map(({ account }) => account.owner_id))]
  const { rows } = await sql<{ customer_id: string; flow_id: string } & Record<string, bigint>>`
    select * from ledger.flow_lines where customer_id = any (${customers})`.execute(tx)
  const found = rows.map((row): [string, string] => [
    `${row.customer_id} ${row.flow_id}`,
    plain(WALLET_PARTS.map((part) => row[`${part}_micros`])),
  ])
  const expected = [...model.flows()].map(([key, parts]): [string, string] => [
    key,
    plain(WALLET_PARTS.map((part) => sumOf(parts, part))),
  ])
  compare(outcome, 'flow lines', expected.toSorted(byKey), found.toSorted(byKey))
}

function sumOf(parts: Partial<Record<WalletPart, bigint>>, part: WalletPart): bigint {
  return parts[part] ?? 0n
}

function byKey([left]: [string, string], [right]: [string, string]): number {
  return left < right ? -1 : 1
}
