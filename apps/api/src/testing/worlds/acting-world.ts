import { bankCardDetail, checkPassword, withdraw, withdrawList } from '@adtally/contract/money/wallet.ts'
import { expect } from 'vitest'
import type { Database } from '../../database/database.ts'
import { newId } from '../../database/identifiers.ts'
import { type ActingOffice, startActingOffice } from '../../demo/acting-office.ts'
import { CustomerApps } from '../../demo/customer-apps.ts'
import type { CustomerClient } from '../../demo/customer-client.ts'
import { exchangeQueues } from '../../demo/exchange-queues.ts'
import type { Office, Payment } from '../../demo/office.ts'
import { settleIn } from '../../demo/past/customer-acts.ts'
import { ACCOUNTS } from '../../demo/past/people.ts'
import { Stage } from '../../demo/past/stage.ts'
import { NO_WITNESS } from '../../demo/population/truth.ts'
import { CUSTOMERS } from '../../demo/seed/catalogue.ts'
import { openOffice } from '../../demo/seed/seed-staff.ts'
import { seedDemo } from '../../demo/start-demo.ts'
import { DAY_MS } from '../../lib/time-zones.ts'
import { demoProgram } from '../servers/demo-program.ts'
import type { TestProgram } from '../servers/test-program.ts'

const ORIGINS = { publisher: 'http://127.0.0.1:7001', advertiser: 'http://127.0.0.1:7002' }
/** Nobody of a test has to be waited for. */
const AT_ONCE = { lies_ms: 0, reviews_ms: 0, looks_ms: 20 }

/** A seeded demo whose customers have settled in, with an automatic office that tests can start. */
export class ActingWorld {
  readonly t: TestProgram
  readonly stage: Stage
  readonly kim: CustomerClient
  #looks = 0
  #acting: ActingOffice | null = null

  private constructor(t: TestProgram, stage: Stage, kim: CustomerClient) {
    this.t = t
    this.stage = stage
    this.kim = kim
  }

  static async open(): Promise<ActingWorld> {
    const { t, url, bank } = await demoProgram()
    const { services, modules } = t
    const { market } = await seedDemo(services, modules, url, ORIGINS, { bank })
    const { office } = await openOffice(services, modules)
    const { base_path, secret } = services.settings
    const receive = (payments: readonly Payment[]) => bank.receive(services, payments)
    const target = { url, base_path, secret, clock: services.clock, receive }
    const apps = new CustomerApps(target)
    const world = { services, modules, office, target, apps, origins: ORIGINS, market }
    const stage = new Stage({ ...world, witness: NO_WITNESS })
    for (const customer of CUSTOMERS) {
      await settleIn(stage, { ...customer, account_number: ACCOUNTS[customer.username] })
    }
    // Past the day that a new beneficiary waits.
    await t.advance(DAY_MS + 1_000)
    return new ActingWorld(t, stage, await stage.client('kim'))
  }

  get office(): Office {
    return this.stage.office
  }

  /** Starts the automatic office. */
  async act(mode: 'by_itself' | 'by_hand' = 'by_itself'): Promise<void> {
    const { databases, settings } = this.t.services
    const there = databases.office
    const transaction: Database['transaction'] = (scope, work) => {
      this.#looks += 1
      return there.transaction(scope, work)
    }
    const counted: Database = {
      transaction,
      query: (statement, values) => there.query(statement, values),
      listen: (channel, receive, reconnected) => there.listen(channel, receive, reconnected),
      reach: () => there.reach(),
      close: () => there.close(),
    }
    const services = {
      ...this.t.services,
      databases: { ...databases, office: counted },
      settings: { ...settings, demo_office: mode },
    }
    const queues = exchangeQueues(services, this.stage.apps, 'kim')
    this.#acting = await startActingOffice(services, this.t.modules, { pace: AT_ONCE, queues })
  }

  async stopActing(): Promise<void> {
    await this.#acting?.stop()
    this.#acting = null
  }

  /** Waits until the automatic office has queried the database so many times more. */
  async looksAgain(times: number): Promise<void> {
    const before = this.#looks
    await expect.poll(() => this.#looks - before, { timeout: 20_000, interval: 50 }).toBeGreaterThan(times)
  }

  /** Polls until `look` gives `wanted`, working off what is due. */
  async until<T>(look: () => Promise<T>, wanted: T): Promise<void> {
    const looked = async () => {
      await this.t.drain()
      return await look()
    }
    await expect.poll(looked, { timeout: 20_000, interval: 50 }).toEqual(wanted)
  }

  /** Kim asks for a withdrawal; returns its number. */
  async askFor(amount: string): Promise<string> {
    const { beneficiary } = await this.kim.call(bankCardDetail, {})
    const asked = { amount, beneficiary_id: beneficiary?.beneficiary_id ?? '' }
    const password = this.stage.transactionPassword('kim')
    const { grant } = await this.kim.call(checkPassword, { ...asked, password })
    await this.kim.call(withdraw, { ...asked, request_id: newId(), grant: grant ?? '' })
    const { items } = await this.kim.call(withdrawList, {})
    return items.find((one) => one.amount === amount)?.number ?? ''
  }

  async statusOf(number: string): Promise<string | undefined> {
    return (await this.#withdrawal(number))?.status
  }

  async idOf(number: string): Promise<string> {
    return (await this.#withdrawal(number))?.withdrawal_id ?? ''
  }

  async #withdrawal(number: string) {
    return (await this.kim.call(withdrawList, {})).items.find((one) => one.number === number)
  }

  async close(): Promise<void> {
    await this.t.close()
  }
}
