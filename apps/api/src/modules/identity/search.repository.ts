import { sql } from 'kysely'
import { beginsWith } from '../../database/begins-with.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { Found } from '../module.ts'
import { foldName } from './sign-in/name-folding.ts'

/** Customers by id, operated ID or e-mail address, or by a prefix of their username. */
export async function findCustomers(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const folded = text.toLowerCase()
  const rows = await tx
    .selectFrom('identity.customers')
    .select(['customer_id', 'operated_id', 'username', 'status'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('customer_id', '=', text.toLowerCase())] : []),
        where('operated_id', '=', text),
        where('email_folded', '=', folded),
        beginsWith(sql`username_folded`, folded),
      ]),
    )
    .orderBy('username_folded')
    .limit(rows_max)
    .execute()
  return rows.map(({ customer_id, operated_id, username, status }) => ({
    id: customer_id,
    says: `customer ${operated_id} (${username}), ${status}`,
    customer_id,
  }))
}

/** Verified persons by id, by name in any order of words, or by the alphabetically first words' prefix. */
export async function findPersons(tx: Transaction, text: string, rows_max: number): Promise<Found[]> {
  const folded = foldName(text)
  if (folded === '' && !isId(text)) return []
  const rows = await tx
    .selectFrom('identity.persons as person')
    .leftJoin('identity.customers as customer', 'customer.person_id', 'person.person_id')
    .select(['person.person_id', 'full_name', 'verified_at', 'customer_id', 'operated_id'])
    .where((where) =>
      where.or([
        ...(isId(text) ? [where('person.person_id', '=', text.toLowerCase())] : []),
        ...(folded === '' ? [] : [beginsWith(sql`name_folded`, folded)]),
      ]),
    )
    .orderBy('name_folded')
    .limit(rows_max)
    .execute()
  return rows.map(({ person_id, full_name, verified_at, customer_id, operated_id }) => ({
    id: person_id,
    says: `${full_name}, verified ${verified_at.toISOString()}${operated_id === null ? ', without an account' : `, customer ${operated_id}`}`,
    customer_id,
  }))
}
