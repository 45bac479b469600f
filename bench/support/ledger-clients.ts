import { newId } from '../../apps/api/src/database/identifiers.ts'
import type {
  Account,
  LedgerWriter,
  MoneyActionKind,
  Movement,
  PostingName,
} from '../../apps/api/src/modules/ledger/index.ts'
import { PLATFORM_ID } from '../../apps/api/src/modules/ledger/index.ts'
import { insertBenchActs } from './bench-acts.ts'

const CUSTOMERS = 10_000
const SEED_AT_ONCE = 1_000
const AMPLE = 1_000_000_000_000n

/** The measurement's customers, each with cash and a plan. */
export interface BenchCustomers {
  suspense: Account
  /** A transfer from a random customer's cash to their plan: no account is hot. */
  uniform(): Movement
  /** A transfer to a random customer's cash from one account that all transfers share. */
  hot(): Movement
}

/** Opens 10,000 customers with ample money, through the writer itself. */
export async function seedCustomers(writer: LedgerWriter): Promise<BenchCustomers> {
  const customers = Array.from({ length: CUSTOMERS }, () => ({ customer_id: newId(), plan_id: newId() }))
  const suspense: Account = { code: 'suspense', owner_id: PLATFORM_ID }
  const bank: Account = { code: 'bank', owner_id: PLATFORM_ID, subject_id: newId() }
  await submitAlone(writer, move('deposit_received', bank, suspense, AMPLE * BigInt(CUSTOMERS + 1)))
  for (let from = 0; from < CUSTOMERS; from += SEED_AT_ONCE) {
    const some = customers.slice(from, from + SEED_AT_ONCE)
    await Promise.all(
      some.map(({ customer_id, plan_id }) =>
        submitAlone(
          writer,
          move('deposit_credited', suspense, available(customer_id), AMPLE),
          move('plan_placed', available(customer_id), planCash(customer_id, plan_id), 1n),
        ),
      ),
    )
  }
  const random = () => customers[Math.floor(Math.random() * CUSTOMERS)] ?? { customer_id: '', plan_id: '' }
  return {
    suspense,
    uniform() {
      const { customer_id, plan_id } = random()
      return move('plan_placed', available(customer_id), planCash(customer_id, plan_id), 1n)
    },
    hot: () => move('deposit_credited', suspense, available(random().customer_id), 1n),
  }
}

function available(owner_id: string): Account {
  return { code: 'customer_available', owner_id }
}

function planCash(owner_id: string, subject_id: string): Account {
  return { code: 'plan_cash', owner_id, subject_id }
}

/** An act with only the rows that its transfers follow from. */
const TRANSFERRING: MoneyActionKind<readonly Movement[], null> = {
  name: 'bench.transfer',
  record: (tx, payloads) => insertBenchActs(tx, payloads.flat()),
  outcomeOf: () => null,
}

/** Submits linked transfers as one act, as the program does. Throws if refused, since that would be cheaper. */
export async function submitAlone(writer: LedgerWriter, ...transfers: readonly Movement[]): Promise<void> {
  const request = { owner_id: PLATFORM_ID, request_id: newId(), request_content: '' }
  await writer.submit({ kind: TRANSFERRING, ...request, transfers, payload: transfers })
}

function move(posting: PostingName, debit: Account, credit: Account, amount_micros: bigint): Movement {
  const cause = { kind: posting === 'plan_placed' ? 'plan' : 'bank_line', id: newId() } as const
  return { kind: 'posted', id: newId(), posting, debit, credit, amount_micros, cause }
}

/** The transfer with its own fund-flow line, as customers' statements require. */
export function withFlow(transfer: Movement): Movement {
  const flow = { id: transfer.id, type: 'ad_serving', subject_kind: 'bench', subject_id: 'bench' } as const
  return { ...transfer, flow }
}

/** The results of clients in this process. */
export interface ClientFigures {
  per_second: number
  p99_ms: number
}

/** Runs `clients` at once, each with one operation at a time, for `duration_ms` after a second of warm-up. */
export async function runClients(
  clients: number,
  duration_ms: number,
  operation: () => Promise<unknown>,
): Promise<ClientFigures> {
  const measure_from = performance.now() + 1_000
  const until = measure_from + duration_ms
  const latencies: number[] = []
  const client = async () => {
    for (;;) {
      const begun_at = performance.now()
      if (begun_at >= until) return
      await operation()
      const done_at = performance.now()
      if (begun_at >= measure_from && done_at <= until) latencies.push(done_at - begun_at)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  const sorted = Float64Array.from(latencies).toSorted()
  return {
    per_second: (latencies.length * 1_000) / duration_ms,
    p99_ms: sorted[Math.floor((sorted.length - 1) * 0.99)] ?? Number.NaN,
  }
}
