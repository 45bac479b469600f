import { connectorToken } from '../../../database/setup/made-with.ts'
import { type BankConnector, SandboxBankConnector } from '../../bank/index.ts'
import type { Services } from '../../services.ts'

declare module '../../services.ts' {
  interface Services {
    /** The bank that the program asks and orders by itself; null where people do. */
    bank: BankConnector | null
  }
}

/** The bank of the settings; null where none is set. Nothing is asked by opening it. */
export function openBank({ settings }: Pick<Services, 'settings'>): BankConnector | null {
  return settings.bank && new SandboxBankConnector(settings.bank)
}

/** What the program shows the database where it says that something comes from the bank, or went there. */
export function bankToken({ settings }: Pick<Services, 'settings'>): string {
  return connectorToken(settings.secret)
}
