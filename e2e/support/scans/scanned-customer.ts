import { createHash } from 'node:crypto'
import type { DemoFile } from '../program.ts'
import type { Known } from './scan-requests.ts'

/** Values that requests need but replies don't give. The sign-in name is another customer's, as tries lock it. */
export function knownOf({ customers, licence_codes }: DemoFile): Known {
  const [customer, other] = customers
  const password = createHash('md5')
    .update(customer?.transaction_password ?? '')
    .digest('hex')
  return new Map([
    ['password', [password]],
    ['confirm_password', [password]],
    ['username', [other?.username ?? '']],
    ['account_number', ['GB82WEST12345698765432']],
    ['guest_key', ['5e'.repeat(22).slice(1)]],
    ['licence_key', licence_codes.slice(0, 1)],
  ])
}
