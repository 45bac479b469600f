import { connectorToken } from '../../../database/setup/made-with.ts'
import { type BankConnector, SandboxBankConnector } from '../../bank/index.ts'
import type { BaseServices } from '../../services.ts'

/** The bank of the settings; null where none is set. Nothing is asked by opening it. */
export function openBank({ settings }: Pick<BaseServices, 'settings'>): BankConnector | null {
  return settings.bank && new SandboxBankConnector(settings.bank)
}

/** What the program shows the database where it says that something comes from the bank, or went there. */
export function bankToken({ settings }: Pick<BaseServices, 'settings'>): string {
  return connectorToken(settings.secret)
}
