import { bankCardEdit, checkPassword, withdraw, withdrawList } from '@adtally/contract/money/wallet.ts'
import type { Proof } from '@adtally/contract/operator/finance/books.ts'
import { planPut, planStop } from '@adtally/contract/plans/plans.ts'
import { sql } from 'kysely'
import { expect, inject, vi } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { type TestDatabase, testDatabase } from '../../../testing/servers/test-database.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { look } from '../../../testing/simulation/acts/delivery.ts'
import { openAccount } from '../../../testing/simulation/acts/people.ts'
import { type Person, World } from '../../../testing/simulation/world.ts'
import { keepHouse, settleBooks } from '../../delivery/index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MARKET = {
  advertisers: ['Orchard'],
  payouts: ['15.00'],
  prices: { Gazette: [['CPC', '6.001']] },
} as const

/** A difference that a run saw, whether or not that run opened its item. */
export interface Seen {
  proof: Proof
  subject: string
  difference_micros: bigint | null
}

/** Books written by one customer's real acts, with ways to change rows past the program. */
export class LivedBooks {
  readonly db: TestDatabase
  readonly world: World
  readonly person: Person

  private constructor(db: TestDatabase, world: World, person: Person) {
    this.db = db
    this.world = world
    this.person = person
  }

  static async open(): Promise<LivedBooks> {
    const db = await testDatabase()
    const place = { ...db, superuser: inject('cluster').superuser }
    const world = await World.open(place, testSettings(), MARKET)
    const person = await openAccount(world)
    const { name, reference: remittance } = person
    await world.bank.tell(world.office, world.now, [{ amount_micros: 300_000_000n, name, remittance }])
    return new LivedBooks(db, world, person)
  }

  async place(amount: string): Promise<string> {
    const [product_id = ''] = this.world.market.product_ids
    const request = { request_id: newId(), product_id, amount, duration_days: 1 }
    const { reason, data } = await this.world.call(this.person, planPut, request)
    expect(reason).toBe('')
    return data.plan_id
  }

  /** A plan that delivers, settles, and is corrected because its last click turns out to be invalid. */
  async settlePlan(): Promise<string> {
    const plan_id = await this.place('50.00')
    const process = this.world.process()
    await process.services.delivery.refresh()
    const [key = ''] = this.world.market.placement_keys
    for (const [click, converts] of [true, true, false, true].entries()) {
      const visit = {
        device: `device-${click}-of-lived-books`,
        address: '198.51.100.7',
        is_false: click === 3,
      }
      // On a busy machine a lease may have arrived late or expired by now.
      const seeIt = async () => {
        await process.services.delivery.refresh()
        expect(await look(this.world, key, { process, converts, ...visit })).toBe(true)
      }
      await vi.waitFor(seeIt, { timeout: 60_000 })
    }
    await settleBooks(process.services)
    await this.world.call(this.person, planStop, { plan_id })
    for (let turn = 0; turn < 3; turn += 1) {
      await process.services.delivery.refresh()
      await this.world.advance(HOUR_MS / 2)
      await this.world.books.rows('select delivery.close_leases()')
      await this.world.drain()
    }
    await this.live(14 * DAY_MS)
    await this.live(HOUR_MS)
    await keepHouse(process.services)
    return plan_id
  }

  async live(by_ms: number): Promise<void> {
    await this.world.advance(by_ms)
    await this.world.drain()
  }

  async withdraw(amount: string): Promise<string> {
    const { beneficiary_id, pin: password } = this.person
    const asked = { amount, beneficiary_id: beneficiary_id ?? '' }
    const { data } = await this.world.call(this.person, checkPassword, { password, ...asked })
    const request = { request_id: newId(), ...asked, grant: data.grant ?? '' }
    const { reason } = await this.world.call(this.person, withdraw, request)
    expect(reason).toBe('')
    return (await this.world.call(this.person, withdrawList, {})).data.items[0]?.number ?? ''
  }

  /** Binds another bank account, which makes withdrawals wait a day. */
  async rebind(): Promise<void> {
    const account = { bank_name: 'Bank', beneficiary_name: 'B', account_number: 'DE89370400440532013000' }
    const beneficiary = { kind: 'bank_account', ...account } as const
    const { data } = await this.world.call(this.person, bankCardEdit, {
      beneficiary,
      password: this.person.pin,
    })
    this.person.beneficiary_id = data.beneficiary_id
  }

  /** Two people place a hold; answers its id. */
  async hold(flags: Record<string, unknown>): Promise<string> {
    const { customer_id } = this.person
    const placed = await this.world.office.decide('place-hold', {
      customer: customer_id,
      evidence: 'seen',
      ...flags,
    })
    return String(placed.hold_id)
  }

  reconcile() {
    return this.world.office.run('reconcile')
  }

  async seen(): Promise<Seen[]> {
    const { run_id } = await this.reconcile()
    return await this.db.asOwner<Seen>(
      `select proof, subject, difference_micros from reconciliation.sightings join reconciliation.items using (item_id)
       where sightings.run_id = $1 order by subject`,
      [run_id],
    )
  }

  /** Runs statements with the program's role, in system scope. */
  async byProgram(...statements: string[]): Promise<void> {
    await this.world.process().services.database.transaction({ kind: 'system' }, async (tx) => {
      for (const statement of statements) await sql.raw(statement).execute(tx)
    })
  }

  /** Runs a statement as the schema's owner, with the table's triggers off. */
  async byOwner(table: string, statement: string): Promise<void> {
    await this.db.asOwner(
      `begin; set local adtally.scope = 'system'; alter table ${table} disable trigger user; ${statement};
       alter table ${table} enable trigger user; commit`,
    )
  }

  async close(): Promise<void> {
    await this.world.close()
    await this.db.close()
  }
}
