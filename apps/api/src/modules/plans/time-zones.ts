import type { Transaction } from '../../database/database.ts'
import { customersByIds, zoneOfCustomer } from '../identity/index.ts'

const TIME_ZONE_DEFAULT = 'UTC'

/** The zone that defines the days of each customer's fund flow, for every given id. */
export async function timeZonesOf(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<(customer_id: string) => string> {
  const customers = await customersByIds(tx, customer_ids)
  return (customer_id) => zoneOfCustomer(customers.get(customer_id), TIME_ZONE_DEFAULT)
}
