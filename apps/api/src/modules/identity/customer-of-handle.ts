import type { Transaction } from '../../database/database.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type Customer, findCustomer } from './customers.repository.ts'

/** A proposal's subject, where it is a customer. */
export function aboutCustomer(customer_id: string) {
  return { subject: { kind: 'customer', id: customer_id }, customer_id }
}

/** The customer whom staff name by ID, operated ID, username or e-mail address. Throws `record_not_found` of `customer`. */
export async function customerOfHandle(tx: Transaction, handle: string): Promise<Customer> {
  const customer = await findCustomer(tx, handle)
  if (!customer) throw new Refusal('record_not_found', { field: 'customer' })
  return customer
}
