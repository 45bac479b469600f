import { connectorToken } from '../../../database/setup/made-with.ts'
import { type BankConnector, SandboxBankConnector } from '../../bank/index.ts'
import type { BaseServices } from '../../services.ts'

/** The bank in the settings; null if there is none. Sends no request yet. */
export function openBank({ settings }: Pick<BaseServices, 'settings'>): BankConnector | null {
  return settings.bank && new SandboxBankConnector(settings.bank)
}

/** The program's credential when it tells the database that something came from the bank or went there. */
export function bankToken({ settings }: Pick<BaseServices, 'settings'>): string {
  return connectorToken(settings.secret)
}
