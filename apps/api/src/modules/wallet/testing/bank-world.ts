import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '../../../database/identifiers.ts'
import type { Office } from '../../../demo/office.ts'
import { startBankServer } from '../../../demo/sandbox-bank/bank-server.ts'
import { SandboxBank } from '../../../demo/sandbox-bank/sandbox-bank.ts'
import type { Site } from '../../../demo/site-server.ts'
import { type TestServices, testServices, testSettings } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { asRole } from '../../as-role.ts'
import { verifyLedger } from '../../ledger/index.ts'
import type { Services } from '../../services.ts'
import { fetchSoon } from '../bank-statements/fetch-statements.ts'
import { depositAccountFor } from '../deposits/deposit-account.ts'
import { readProperty } from '../funds/property.ts'
import { bankDesk, bindAccount } from './bank-desk.ts'

const PAYER = { name: 'Someone', account_number: 'DE89370400440532013000' }
const OWN_PAYER = { name: 'The owner', account_number: 'NL91ABNA0417164300' }

const CAPITAL_MICROS = 5_000_000_000n

/** A worker's first world fills a template and keeps the bank's files as they are then: later ones begin with both. */
const BEGINNING = `adtally_banked_${randomBytes(8).toString('hex')}`
const beginning = new Map<string, Buffer>()

/** A test's own sandbox bank on a port, and services that use it. */
export class BankWorld {
  readonly t: TestServices
  readonly bank: SandboxBank
  readonly folder: string
  readonly port: number
  #site: Site | null

  private constructor(t: TestServices, bank: SandboxBank, folder: string, port: number, site: Site) {
    this.t = t
    this.bank = bank
    this.folder = folder
    this.port = port
    this.#site = site
  }

  /** Opens it with the platform's own money at the bank. */
  static async open(): Promise<BankWorld> {
    const folder = mkdtempSync(join(tmpdir(), 'adtally-test-'))
    for (const [name, content] of beginning) writeFileSync(join(folder, name), content, { mode: 0o600 })
    const holder = { name: 'Adtally sandbox', account_number: 'SANDBOX-0001' }
    const bank = new SandboxBank({ folder, currency: 'USD', holder })
    const port = await freePort()
    const site = await startBankServer(bank, port)
    const settings = testSettings({
      BANK_CONNECTOR: site.origin,
      BANK_KEY: bank.key,
      BANK_PUBLIC_KEY: bank.public_key,
    })
    const worldOf = (t: TestServices) => {
      bank.now = () => t.services.clock.now()
      return new BankWorld(t, bank, folder, port, site)
    }
    const begins_with = {
      name: BEGINNING,
      async fill(t: TestServices) {
        await worldOf(t).#payInCapital()
        for (const name of readdirSync(folder)) beginning.set(name, readFileSync(join(folder, name)))
      },
    }
    return worldOf(await testServices({ settings, begins_with }))
  }

  get services(): Services {
    return this.t.services
  }

  /** Makes a payment into the account, and the statement of it. */
  pay(micros: bigint, remittance: string, from = PAYER): string {
    const payment_id = newId()
    const to = this.bank.holder
    this.bank.pay([{ payment_id, from, to, amount: micros, remittance, end_to_end_id: null }])
    return payment_id
  }

  /** The worker fetches from the bank now. */
  async fetch(): Promise<void> {
    await this.system((tx) => fetchSoon(this.services, tx))
    await this.t.drain()
  }

  /** A customer with a reference of their own. */
  async customer(): Promise<{ customer_id: string; reference: string }> {
    const { customer_id } = await buildCustomer(this.services)
    return { customer_id, reference: (await depositAccountFor(this.services, customer_id)).reference }
  }

  /** A customer who has paid in, with a transaction password and a bound bank account. */
  async withdrawer(micros: bigint): Promise<{ customer_id: string; beneficiary_id: string }> {
    const { customer_id, reference } = await this.customer()
    this.pay(micros, reference)
    await this.fetch()
    const { beneficiary_id } = await bindAccount(this.services, customer_id)
    return { customer_id, beneficiary_id }
  }

  /** A withdrawal that two people approved and put into a payment order; not sent yet. */
  async ordered(of: { customer_id: string; beneficiary_id: string }, micros: bigint) {
    const approved = await this.approved(of, micros)
    return { ...approved, ...(await this.putIntoOrder(approved.number)) }
  }

  /** Two people put a withdrawal into a payment order. */
  async putIntoOrder(number: string): Promise<{ payout_file_id: string }> {
    const office = await this.office()
    const { payout_file_id } = await office.decide('propose-payout-file', { numbers: number })
    return { payout_file_id: String(payout_file_id) }
  }

  async approved(of: { customer_id: string; beneficiary_id: string }, micros: bigint) {
    const { withdrawal_id } = await bankDesk(this.t).ask(of, micros)
    const office = await this.office()
    const number = await this.system(async (tx) => {
      const row = await tx
        .selectFrom('wallet.withdrawals')
        .select('number')
        .where('withdrawal_id', '=', withdrawal_id)
        .executeTakeFirstOrThrow()
      return row.number
    })
    await office.decide('approve-withdrawal', { number })
    return { withdrawal_id, number }
  }

  async office(): Promise<Office> {
    return await bankDesk(this.t).office()
  }

  async available(customer_id: string): Promise<string> {
    return (await readProperty(this.services, customer_id, 'en')).available_balance
  }

  async statusOf(withdrawal_id: string): Promise<string> {
    const { status } = await this.system((tx) =>
      tx
        .selectFrom('wallet.withdrawals')
        .select('status')
        .where('withdrawal_id', '=', withdrawal_id)
        .executeTakeFirstOrThrow(),
    )
    return status
  }

  /** The differences that `ledger verify` and the proof of the books find. */
  async differences(): Promise<readonly unknown[]> {
    const { differences } = await this.system(verifyLedger)
    const proof = await (await this.office()).run('reconcile')
    return [...differences, ...(proof.differences === 0 ? [] : [proof])]
  }

  /** The bank stops answering. */
  async goDown(): Promise<void> {
    await this.#site?.stop()
    this.#site = null
  }

  async comeBack(): Promise<void> {
    this.#site ??= await startBankServer(this.bank, this.port)
  }

  system<T>(work: Parameters<typeof this.t.services.database.transaction<T>>[1]): Promise<T> {
    return this.services.database.transaction({ kind: 'system' }, work)
  }

  get worker(): Services {
    return asRole(this.services, 'worker')
  }

  async close(): Promise<void> {
    await this.goDown()
    this.bank.close()
    await this.t.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  async #payInCapital(): Promise<void> {
    this.pay(CAPITAL_MICROS, 'Capital', OWN_PAYER)
    await this.fetch()
    const office = await this.office()
    const [line] = await office.list('list-bank-lines')
    await office.decide('match-own-money', { line_id: line?.line_id })
  }
}

async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
