import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { makeFolder } from '../database/make-folder.ts'
import { codeOf, StartError } from '../database/start-error.ts'
import { writeOnce } from '../database/write-once.ts'
import { asRole } from '../modules/as-role.ts'
import type { SandboxBankAccess } from '../modules/bank/index.ts'
import type { Services } from '../modules/services.ts'
import { fetchStatements } from '../modules/wallet/index.ts'
import type { Settings } from '../settings.ts'
import { portBeside } from './free-port.ts'
import { type Payment, signedAmount } from './office.ts'
import { startBankServer } from './sandbox-bank/bank-server.ts'
import { SandboxBank } from './sandbox-bank/sandbox-bank.ts'
import type { Site } from './site-server.ts'

const portFile = z.object({ bank_port: z.int() })

/** The demo's bank, on a fixed port, with its books in a folder of their own beside the program's data. */
export class DemoBank {
  readonly #bank: SandboxBank
  readonly #site: Site
  /** The settings that connect the program to the bank. */
  readonly access: SandboxBankAccess

  private constructor(bank: SandboxBank, site: Site) {
    this.#bank = bank
    this.#site = site
    this.access = { url: site.origin, key: bank.key, public_key: bank.public_key }
  }

  /** Opens the bank with its existing books. Throws `StartError` if its port is taken. */
  static async open({ data_dir, port, currency, deposit_account }: Settings): Promise<DemoBank> {
    const folder = join(data_dir, 'sandbox-bank')
    makeFolder(folder)
    const { holder: name, number: account_number } = deposit_account
    const bank = new SandboxBank({ folder, currency, holder: { name, account_number } })
    const bank_port = await keptPort(folder, port)
    try {
      return new DemoBank(bank, await startBankServer(bank, bank_port))
    } catch (error) {
      bank.close()
      if (codeOf(error) !== 'EADDRINUSE') throw error
      throw new StartError(
        `The demo's bank needs the port ${bank_port} of this data folder, which is in use; end what uses it, or use another DATA_DIR.`,
      )
    }
  }

  /** Makes the bank's days follow the sandbox's clock. */
  keepTimeOf({ clock }: Services): void {
    this.#bank.now = () => clock.now()
  }

  /** Pays each payment in once and has the program fetch the statement. */
  async receive(services: Services, payments: readonly Payment[]): Promise<void> {
    this.#bank.pay(
      payments.map(({ bank_reference, amount, name, account, remittance }) => ({
        ...{ payment_id: bank_reference, end_to_end_id: bank_reference, remittance },
        ...{ from: { name, account_number: account }, to: this.#bank.holder, amount: signedAmount(amount) },
      })),
    )
    const worker = asRole(services, 'worker')
    await worker.database.transaction({ kind: 'system' }, (tx) => fetchStatements(worker, tx))
  }

  async stop(): Promise<void> {
    await this.#site.stop()
    this.#bank.close()
  }
}

/** Chosen once and kept, because open pages link to it. */
async function keptPort(folder: string, program_port: number): Promise<number> {
  const path = join(folder, 'port.json')
  try {
    return z.parse(portFile, JSON.parse(readFileSync(path, 'utf8'))).bank_port
  } catch {
    const bank_port = await portBeside(program_port, 3, program_port)
    writeOnce(folder, path, { bank_port })
    return bank_port
  }
}
