import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'
import { foldName } from '../sign-in/name-folding.ts'
import type { PersonTable } from '../tables.ts'

/** A person whose identity document staff have seen. */
export type Person = Omit<Selectable<PersonTable>, 'name_folded'>

const COLUMNS = ['person_id', 'full_name', 'document_hash', 'verified_by', 'verified_at'] as const

/** The verified person of a customer; null where there is no such customer in scope. */
export async function personOf(tx: Transaction, customer_id: string): Promise<Person | null> {
  const row = await tx
    .selectFrom('identity.persons as person')
    .innerJoin('identity.customers as customer', 'customer.person_id', 'person.person_id')
    .select(COLUMNS.map((column) => `person.${column}` as const))
    .where('customer.customer_id', '=', customer_id)
    .executeTakeFirst()
  return row ?? null
}

/** The name a deposit's payer must have (PRODUCT §2.6); null where there is no such customer. */
export async function verifiedPayerName(tx: Transaction, customer_id: string): Promise<string | null> {
  return (await personOf(tx, customer_id))?.full_name ?? null
}

/** Customers by their verified person's folded name; unknown names are absent. Needs system scope. */
export async function customersByPayerName(
  tx: Transaction,
  names: readonly string[],
): Promise<Map<string, string[]>> {
  const folded = [...new Set(names.map(foldName))].filter((name) => name !== '')
  if (folded.length === 0) return new Map()
  const rows = await tx
    .selectFrom('identity.persons as person')
    .innerJoin('identity.customers as customer', 'customer.person_id', 'person.person_id')
    .select(['person.name_folded', 'customer.customer_id'])
    .where('person.name_folded', 'in', folded)
    .execute()
  const found = new Map<string, string[]>()
  for (const { name_folded, customer_id } of rows) {
    found.set(name_folded, [...(found.get(name_folded) ?? []), customer_id])
  }
  return found
}

/** The person with this document, or null. */
export async function findByDocument(tx: Transaction, document_hash: Buffer): Promise<Person | null> {
  const row = await tx
    .selectFrom('identity.persons')
    .select(COLUMNS)
    .where('document_hash', '=', document_hash)
    .executeTakeFirst()
  return row ?? null
}

/** Adds a person; false where the document is known, also for the later of two at once. */
export async function insertPerson(
  tx: Transaction,
  person: { person_id: string; full_name: string; document_hash: Buffer; verified_by: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('identity.persons')
    .values({
      ...person,
      name_folded: foldName(person.full_name),
      verified_at: sql<Date>`platform.now()`,
    })
    .onConflict((conflict) => conflict.column('document_hash').doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Whether this person has an account. */
export async function hasAccount(tx: Transaction, person_id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity.customers')
    .select('customer_id')
    .where('person_id', '=', person_id)
    .executeTakeFirst()
  return row !== undefined
}
