import type { Customer } from './customers.repository.ts'

/** The zone for a customer's days and times: their own if set, else the request's. */
export function zoneOfCustomer(
  customer: Pick<Customer, 'time_zone'> | null | undefined,
  asked: string,
): string {
  return customer?.time_zone ?? asked
}
