import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { idFromBytes } from '../../../apps/api/src/modules/delivery/events/binary-id.ts'
import { registerNode } from '../../../apps/api/src/modules/delivery/events/event.repository.ts'
import { verifyStatistics } from '../../../apps/api/src/modules/delivery/index.ts'
import { grantLease } from '../../../apps/api/src/modules/delivery/testing/grant-lease.ts'
import {
  sealedToken,
  templateOf,
  termsOf,
} from '../../../apps/api/src/modules/delivery/testing/sealed-token.ts'
import { verifyLedger } from '../../../apps/api/src/modules/ledger/index.ts'
import { MODULES } from '../../../apps/api/src/server/modules.ts'
import { buildMarket } from '../../../apps/api/src/testing/worlds/build-market.ts'
import { startProgram, temporaryFolder } from '../program.ts'
import { loseCommits, withServices } from './kill-setup.ts'
import { killPostgres } from './postgres-processes.ts'

const CLIENTS = 128
/** A kill counts with at least this many operations in flight (SECURITY, "Promises"). */
const IN_FLIGHT_MIN = 64
/** A micro-unit an impression, so that one lease covers all. */
const PRICE = '0.001'
const RECOVERY_LIMIT_MS = 60_000
const ENVIRONMENT = { RATE_LIMIT_PER_MINUTE: '9999999', LOG_LEVEL: 'error' }
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'

export interface EventKillReport {
  kills: number
  /** The fewest events in flight at any kill. */
  in_flight_min: number
  acknowledged: number
  /** Acknowledged events that are not on disk. */
  lost: number
  /** Events that statistics or ledger counted more or less often than they are on disk. */
  miscounted: number
  /** Differences that `ledger verify` and `statistics-verify` found. */
  unbalanced: number
}

/** Signs an impression of a new decision: the trial is about the event, not the decision. */
type Signer = () => { decision_id: string; token: string }

/**
 * Kills program and PostgreSQL in turn (`kill -9`) while events arrive, then audits: every acknowledged event is on
 * disk, and statistics and ledger hold exactly what is on disk. With `planted_fault` the database acknowledges before
 * writing, and the audit has to find the loss.
 */
export async function eventKillTrial(options: {
  kills: number
  planted_fault?: boolean
}): Promise<EventKillReport> {
  const data_dir = temporaryFolder()
  let program = await startProgram('apps/api/src/main.ts', { data_dir, env: ENVIRONMENT })
  try {
    const sign = await prepare(data_dir)
    if (options.planted_fault) {
      await loseCommits(data_dir)
      await program.stop({ keep_data: true })
      program = await startProgram('apps/api/src/main.ts', { data_dir, env: ENVIRONMENT })
    }
    const load = new EventLoad(program.url, sign)
    let in_flight_min = Number.POSITIVE_INFINITY
    for (let kill = 0; kill < options.kills; kill += 1) {
      await until(() => load.in_flight >= IN_FLIGHT_MIN && load.fresh > 200)
      in_flight_min = Math.min(in_flight_min, load.in_flight)
      // The planted fault shows only if PostgreSQL itself dies.
      if (options.planted_fault || kill % 2 === 1) killPostgres(data_dir)
      else {
        process.kill(program.pid, 'SIGKILL')
        program = await startProgram('apps/api/src/main.ts', { data_dir, env: ENVIRONMENT })
        load.url = program.url
      }
      load.fresh = 0
      await until(() => load.fresh > 0)
    }
    await load.stop()
    return { kills: options.kills, in_flight_min, ...(await audit(data_dir, load.acknowledged)) }
  } finally {
    await program.stop()
  }
}

async function prepare(data_dir: string): Promise<Signer> {
  return await withServices(data_dir, async (services) => {
    const market = await buildMarket(services, MODULES, { placement: { price: PRICE } })
    const { customer_id } = await market.customerWith('450.00')
    const plan_id = await market.place(customer_id, 400_000_000n, market.product_id, 1)
    const { delivery, clock } = services
    await delivery.refresh()
    const query = {
      placement: market.placement_key,
      device: undefined,
      headers: { origin: market.origin, 'user-agent': PHONE },
      address: '::1',
      channel: 'tag' as const,
    }
    const answer: { token?: string } = JSON.parse((await delivery.decide(query)).json)
    const opened = delivery.codec.open(answer.token ?? '', clock.now_ms())
    if (typeof opened === 'string') throw new Error(`no advertisement: ${opened}`)
    // Impressions' own leases close within minutes, and the trial goes on for longer.
    const wish = {
      node_id: await registerNode(services.database),
      slice_micros: 300_000_000n,
      least_micros: 1n,
    }
    const lease = await services.database.transaction({ kind: 'system' }, (tx) =>
      grantLease(tx, plan_id, wish),
    )
    if (!lease) throw new Error('the plan has nothing to lease')
    const { lease_id, charge_within_ms } = lease
    const template = templateOf(delivery.codec, { ...termsOf(opened), plan_id, lease_id, charge_within_ms })
    return () => {
      const { text, decision } = sealedToken(delivery.codec, template, Date.now())
      return { decision_id: idFromBytes(decision, 0), token: text }
    }
  })
}

/** Clients that each send one event after another, repeating it until it is answered. */
class EventLoad {
  /** Decisions whose impression was acknowledged; kept here, outside the killed processes. */
  readonly acknowledged: string[] = []
  /** Acknowledgements since this was last set to 0. */
  fresh = 0
  in_flight = 0
  /** Changes when the program restarts on another port. */
  url: string
  #stopped = false
  readonly #clients: Promise<void>[]

  constructor(url: string, sign: Signer) {
    this.url = url
    this.#clients = Array.from({ length: CLIENTS }, () => this.#send(sign))
  }

  /** Lets every client finish its current event. */
  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#clients)
  }

  async #send(sign: Signer): Promise<void> {
    while (!this.#stopped) {
      const { decision_id, token } = sign()
      while (!(await this.#sendOnce(token))) await wait(20)
      this.acknowledged.push(decision_id)
      this.fresh += 1
    }
  }

  async #sendOnce(token: string): Promise<boolean> {
    this.in_flight += 1
    try {
      const response = await fetch(`${this.url}/delivery/v1/event`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', 'user-agent': PHONE },
        body: JSON.stringify({ token, kind: 'impression' }),
        signal: AbortSignal.timeout(10_000),
      })
      const text = await response.text()
      // A duplicate: an earlier try had arrived but its answer was lost.
      return response.status === 200 && (text.startsWith('{"accepted":1') || text.includes('"duplicate"'))
    } catch {
      return false
    } finally {
      this.in_flight -= 1
    }
  }
}

async function audit(data_dir: string, acknowledged: readonly string[]) {
  return await withServices(data_dir, async ({ database }) => {
    const look = () => database.transaction({ kind: 'system' }, readCounts)
    const found = async () => {
      const { on_disk, counted } = await look()
      return on_disk === counted
    }
    await until(found)
    return await database.transaction({ kind: 'system' }, async (tx) => {
      const { rows } = await sql<{ kept: bigint }>`
        select count(*) as kept from unnest(${[...acknowledged]}::uuid[]) as one (decision_id)
        join delivery.events using (decision_id)`.execute(tx)
      const { on_disk, counted, charged, spent } = await readCounts(tx)
      const differences = [...(await verifyStatistics(tx)), ...(await verifyLedger(tx)).differences]
      return {
        acknowledged: acknowledged.length,
        lost: acknowledged.length - Number(rows[0]?.kept ?? 0n),
        miscounted: Math.abs(Number(on_disk - counted)) + (charged === spent ? 0 : 1),
        unbalanced: differences.length,
      }
    })
  })
}

type Tx = Parameters<typeof verifyStatistics>[0]

async function readCounts(tx: Tx) {
  const { rows } = await sql<{ on_disk: bigint; counted: bigint; charged: bigint; spent: bigint }>`
    select
      (select count(*) from delivery.events) as on_disk,
      (select coalesce(sum(impressions + invalid_events), 0)::bigint from statistics.plan_totals) as counted,
      -- A long trial includes a pass for invalid traffic, whose verdicts refund the spend.
      (select coalesce(sum(charge_micros), 0)::bigint from delivery.events where rule is null
        and not exists (select from delivery.verdicts where verdicts.event_id = events.event_id)) as charged,
      (select coalesce(sum(credits_posted_micros - debits_posted_micros), 0)::bigint from ledger.accounts
        where code in ('publisher_unsettled', 'fee_unearned')) as spent`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a count gave no row')
  return row
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const from = performance.now()
  while (!(await Promise.resolve(isSo()).catch(() => false))) {
    if (performance.now() - from > RECOVERY_LIMIT_MS)
      throw new Error(`not so after ${RECOVERY_LIMIT_MS / 1000} s`)
    await wait(20)
  }
}
