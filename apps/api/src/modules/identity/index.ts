import type { Module } from '../module.ts'
import type {} from './engine.ts'
import type {} from './tables.ts'

export {
  type Customer,
  customerById,
  customerByOperatedId,
  customersByIds,
  findCustomer,
  setCustomerNumbers,
} from './customers.repository.ts'
export { checkGrants, type GrantUse, useGrants } from './grants.ts'
export { foldName } from './name-folding.ts'
export { customerIdsByPayerName, type Person, personOf, verifiedPayerName } from './persons.repository.ts'
export { checkTransactionPassword } from './transaction-password.ts'

/** Persons, licence codes, customers, passwords, sessions and account status. */
export const identityModule: Module = { name: 'identity' }
