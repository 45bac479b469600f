import type { BankFaultKind, Rail } from '@adtally/contract/operator/finance/deposits-statements.ts'
import type { Transaction } from '../../../database/database.ts'
import { schedule } from '../../../database/jobs.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import {
  type BankConnector,
  BankFault,
  digestOf,
  type FetchedStatement,
  malformed,
  readStatements,
  type StatementFile,
  type StatementOffer,
} from '../../bank/index.ts'
import type { JobHandler } from '../../module.ts'
import type { Services } from '../../services.ts'
import { judgeAgain } from '../funds/money-owed.ts'
import { bankToken } from './bank-connector.ts'
import { bankFaults } from './bank-faults.repository.ts'
import { WHAT_TO_DO, WHAT_TO_DO_CONTRADICTED } from './bank-faults.ts'
import { bookStatements } from './book-statements.ts'
import type { StatementVerdict } from './brought-statements.repository.ts'
import { contradictions } from './contradictions.repository.ts'
import {
  beginFetched,
  bookFetchedStatement,
  type FetchedFinding,
  keepFetched,
  lockFeed,
  moveFeed,
  wasFetched,
} from './fetched-statements.repository.ts'
import { StatementKeeping } from './statement-import.ts'
import { lockStatements } from './statements.repository.ts'

const RAIL: Rail = 'main'
const FETCH_EVERY_MS = 2 * 60_000
const FETCH_NOW_JOB = 'wallet.statement-fetch-now'
/** Read completely before anything is locked, so that waiting for a bank makes nobody else wait. */
const STATEMENTS_PER_RUN = 10

/** Asks the bank in the settings for statements every few minutes (PRODUCT §2.6). */
export const statementFetchJob: JobHandler = {
  kind: 'wallet.statement-fetch',
  every_ms: FETCH_EVERY_MS,
  run: (services, tx) => fetchStatements(services, tx),
}

/** The same at once, when the bank is known to have something. */
export const statementFetchNowJob: JobHandler = {
  kind: FETCH_NOW_JOB,
  run: (services, tx) => fetchStatements(services, tx),
}

/** Schedules an immediate fetch. */
export async function fetchSoon(services: Services, tx: Transaction): Promise<void> {
  await schedule(tx, { kind: FETCH_NOW_JOB, subject_id: RAIL, due_at: services.clock.now() })
}

/**
 * Fetches what the bank has offered since the last time and books what follows in the chain, all in one transaction,
 * so that after any failure the same is fetched again. Failed requests and wrong signatures are recorded and retried;
 * repeats count once; a statement that contradicts booked ones is stored as a difference and books nothing.
 */
export async function fetchStatements(services: Services, tx: Transaction): Promise<void> {
  const { bank, clock, log } = services
  if (!bank) return
  const feed = await lockFeed(tx, RAIL)
  const { fetched, has_more, fault } = await ask(bank, feed.mark)
  await lockStatements(tx, RAIL)
  const [told_before] = await bankFaults(tx, { rows_max: 1 })
  const faults: FoundFault[] = []
  for (const one of fetched) faults.push(...(await keep(services, tx, one)))
  await bookInChain(services, tx)
  const contradicted = faults.length > 0 && (await contradictions(tx)).length > 0
  // What contradicts a booked statement stops payments, and is noted as such at once.
  if (contradicted) await judgeAgain(tx)
  tellOfFaults(services, { is_told: told_before !== undefined, faults, contradicted })
  const now = clock.now()
  const mark = fetched.at(-1)?.offer.mark ?? feed.mark
  if (fault) {
    log.warn(
      { fault: fault.kind, failing_since: feed.failing_since ?? now },
      'could not reach the bank; deposits and payments wait until it answers',
    )
    const failing_since = feed.failing_since ?? now
    return await moveFeed(tx, { ...feed, mark, failing_since, failure: fault.message })
  }
  await moveFeed(tx, { ...feed, mark, answered_at: now, failing_since: null, failure: null })
  if (has_more) await fetchSoon(services, tx)
}

interface Fetched extends FetchedStatement {
  offer: StatementOffer
}

/** The bank's offers, as far as it answers. */
async function ask(
  bank: BankConnector,
  mark: string | null,
): Promise<{ fetched: Fetched[]; has_more: boolean; fault: BankFault | null }> {
  const fetched: Fetched[] = []
  try {
    const offers = await bank.statementsSince(mark)
    for (const offer of offers.slice(0, STATEMENTS_PER_RUN)) {
      fetched.push({ offer, ...(await bank.fetchStatement(offer)) })
    }
    return { fetched, has_more: offers.length > fetched.length, fault: null }
  } catch (error) {
    if (!(error instanceof BankFault)) throw error
    return { fetched, has_more: false, fault: error }
  }
}

/** A stored statement that can't be booked. */
interface FoundFault {
  statement_id: string
  found_as: BankFaultKind
  blamed: string | null
}

/** Logs faults once until a good statement follows, rather than every two minutes. */
function tellOfFaults(
  { log }: Services,
  {
    is_told,
    faults,
    contradicted,
  }: { is_told: boolean; faults: readonly FoundFault[]; contradicted: boolean },
): void {
  const [first] = faults
  if (is_told || first === undefined) return
  const { found_as } = first
  log.error(
    {
      faults,
      list: 'list-bank-faults',
      what_to_do: contradicted ? WHAT_TO_DO_CONTRADICTED : WHAT_TO_DO[found_as],
    },
    'the bank has sent a statement that can’t be booked',
  )
}

/** Stores what the bank sent, unless it is known; answers its faults. */
async function keep(
  services: Services,
  tx: Transaction,
  { offer, format, file }: Fetched,
): Promise<FoundFault[]> {
  const { hash: file_hash, is_utf8 } = await digestOf(file)
  const named = { rail: RAIL, external_id: offer.statement_id }
  if (await wasFetched(tx, { ...named, file_hash })) return []
  const token = bankToken(services)
  const found: Omit<FetchedFinding, keyof typeof named | 'file'> = {
    brought_id: null,
    verdict: null,
    blamed: null,
  }
  const keeping = new StatementKeeping(
    services,
    tx,
    { rail: RAIL, format, file_hash, mapping_id: null },
    {
      begin: async (statement) => {
        if (statement.file_part > 1) throw malformed('Stmt')
        found.brought_id = statement.brought_id
        if (statement.head.external_id !== offer.statement_id) throw malformed('Stmt.Id')
        await beginFetched(tx, token, statement)
      },
      ended: (_brought_id, verdict) => Object.assign(found, toldBy(verdict)),
    },
  )
  try {
    for await (const event of readStatements(file, { format, is_utf8 })) await keeping.take(event)
    if (keeping.parts === 0) throw malformed('file')
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'statement_malformed') throw error
    Object.assign(found, { verdict: null, blamed: error.details.field ?? 'file' })
  } finally {
    await keeping.finish()
  }
  const found_as = await keepFetched(tx, token, { ...named, file: await bytesOf(file), ...found })
  if (found_as !== 'differs' && found_as !== 'malformed') return []
  await audit.append(tx, {
    actor: { kind: 'program' },
    action: 'statement.differs',
    subject: { kind: 'fetched_statement', id: offer.statement_id },
    details: { found_as, blamed: found.blamed, file_hash: file_hash.toString('hex') },
  })
  return [{ statement_id: offer.statement_id, found_as, blamed: found.blamed }]
}

/** The whole file; the connector limits its size. */
async function bytesOf(file: StatementFile): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of file.pieces()) pieces.push(piece)
  return Buffer.concat(pieces)
}

function toldBy({ verdict, blamed }: StatementVerdict): Pick<FetchedFinding, 'verdict' | 'blamed'> {
  return { verdict, blamed }
}

async function bookInChain(services: Services, tx: Transaction): Promise<void> {
  const token = bankToken(services)
  const next = () => bookFetchedStatement(tx, token, RAIL)
  const { statements } = await bookStatements(services, tx, next)
  for (const { statement_id, external_id, line_count } of statements) {
    await audit.append(tx, {
      actor: { kind: 'program' },
      action: 'statement.fetched',
      subject: { kind: 'bank_statement', id: statement_id },
      details: { rail: RAIL, external_id, line_count },
    })
  }
}
