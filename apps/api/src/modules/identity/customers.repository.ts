import type { AccountStatus, Language } from '@adtally/contract/enums.ts'
import { type Selectable, sql } from 'kysely'
import { uuidArray } from '../../database/array-parameters.ts'
import type { Transaction } from '../../database/database.ts'
import { isId } from '../../database/identifiers.ts'
import type { CustomerTable } from './tables.ts'

/** A customer for other modules, without contact data except the e-mail address. */
export type Customer = Omit<Selectable<CustomerTable>, 'phone_sealed' | 'username_folded' | 'email_folded'>

const COLUMNS = [
  'customer_id',
  'person_id',
  'username',
  'nickname',
  'email',
  'email_confirmed_at',
  'entry',
  'operated_id',
  'status',
  'language',
  'time_zone',
  'transaction_password_changed_at',
  'transaction_password_reset_at',
  'policy_version',
  'created_at',
] as const

/** The customer with this id, or null. */
export async function customerById(tx: Transaction, customer_id: string): Promise<Customer | null> {
  const row = await tx
    .selectFrom('identity.customers')
    .select(COLUMNS)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row ?? null
}

/** The customers with these ids, by id; unknown ids are absent. */
export async function customersByIds(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<Map<string, Customer>> {
  if (customer_ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('identity.customers')
    .select(COLUMNS)
    .where('customer_id', '=', sql<string>`any (${[...customer_ids]}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.customer_id, row]))
}

/** The customers among these whose account is not active, each once. */
export async function inactiveStatuses(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<{ customer_id: string; status: AccountStatus }[]> {
  const { rows } = await sql<{ customer_id: string; status: AccountStatus }>`
    select customer_id, status from identity.customers
    where customer_id = any (${uuidArray(customer_ids)}::uuid[]) and status <> 'active'`.execute(tx)
  return rows
}

/**
 * The statuses of customers, locked against change until the transaction ends; call it before locking any account of
 * the ledger. System scope.
 */
export async function holdStatuses(
  tx: Transaction,
  customer_ids: readonly string[],
): Promise<{ customer_id: string; status: AccountStatus }[]> {
  const { rows } = await sql<{ customer_id: string; status: AccountStatus }>`
    select customer_id, status from identity.customers
    where customer_id = any (${uuidArray(customer_ids)}::uuid[]) order by customer_id for share`.execute(tx)
  return rows
}

/** The customer with this operated ID, or null. */
export async function customerByOperatedId(tx: Transaction, operated_id: string): Promise<Customer | null> {
  const row = await tx
    .selectFrom('identity.customers')
    .select(COLUMNS)
    .where('operated_id', '=', operated_id)
    .executeTakeFirst()
  return row ?? null
}

/** The next customers after an id (null: from the first), in order of id; of one language if given. */
export async function customersAfter(
  tx: Transaction,
  after: { customer_id: string | null; language?: Language | undefined },
  limit: number,
): Promise<string[]> {
  let query = tx.selectFrom('identity.customers').select('customer_id')
  if (after.customer_id !== null) query = query.where('customer_id', '>', after.customer_id)
  if (after.language !== undefined) query = query.where('language', '=', after.language)
  const rows = await query.orderBy('customer_id').limit(limit).execute()
  return rows.map((row) => row.customer_id)
}

/** The number of customers; of one language if given. */
export async function countCustomers(tx: Transaction, language?: Language): Promise<number> {
  const { rows } = await sql<{ customers: number }>`
    select count(*)::int as customers from identity.customers
    where ${language ?? null}::text is null or language = ${language ?? null}`.execute(tx)
  return rows[0]?.customers ?? 0
}

/**
 * The customer that staff name by id, operated ID, username or e-mail address, or null. An e-mail address means the
 * customer who confirmed it; one that several typed and none confirmed means nobody.
 */
export async function findCustomer(tx: Transaction, handle: string): Promise<Customer | null> {
  const [row, next] = await tx
    .selectFrom('identity.customers')
    .select(COLUMNS)
    .where((where) =>
      where.or([
        ...(isId(handle) ? [where('customer_id', '=', handle)] : []),
        where('operated_id', '=', handle),
        where('username_folded', '=', sql<string>`lower(${handle})`),
        where('email_folded', '=', sql<string>`lower(${handle})`),
      ]),
    )
    .orderBy(sql`email_confirmed_at is null`)
    .limit(2)
    .execute()
  return row && (row.email_confirmed_at || !next) ? row : null
}

/**
 * The customer and password hash for a username or e-mail address, or null. An address that several typed means the
 * customer who confirmed it, or else who typed it first.
 */
export async function findBySignIn(
  tx: Transaction,
  identifier: string,
): Promise<(Customer & { password_hash: string }) | null> {
  const row = await tx
    .selectFrom('identity.customers as customer')
    .innerJoin('identity.login_passwords as password', 'password.customer_id', 'customer.customer_id')
    .select(COLUMNS.map((column) => `customer.${column}` as const))
    .select('password.password_hash')
    .where(
      identifier.includes('@') ? 'email_folded' : 'username_folded',
      '=',
      sql<string>`lower(${identifier})`,
    )
    .orderBy(sql`customer.email_confirmed_at is null`)
    .orderBy('customer.created_at')
    .orderBy('customer.customer_id')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The sealed phone number of a customer. */
export async function findPhoneSealed(tx: Transaction, customer_id: string): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('identity.customers')
    .select('phone_sealed')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row?.phone_sealed ?? null
}

export interface NewCustomer {
  customer_id: string
  person_id: string
  username: string
  nickname: string
  email: string
  phone_sealed: Buffer
  entry: 'register' | 'hybrid'
  operated_id: string
  status: AccountStatus
  language: Language | null
  time_zone: string | null
  policy_version: number
  /** Null: signs in only by a host app's tickets. */
  password_hash: string | null
}

/** Inserts a customer and their sign-in password, if any. A violated constraint names the value that is taken. */
export async function insertCustomer(tx: Transaction, customer: NewCustomer): Promise<void> {
  const { password_hash, ...row } = customer
  await tx
    .insertInto('identity.customers')
    .values({
      ...row,
      // A host has checked its users' addresses itself.
      email_confirmed_at: row.entry === 'hybrid' ? sql<Date>`platform.now()` : null,
      created_at: sql<Date>`platform.now()`,
    })
    .execute()
  if (password_hash === null) return
  await tx
    .insertInto('identity.login_passwords')
    .values({ customer_id: row.customer_id, password_hash, changed_at: sql<Date>`platform.now()` })
    .execute()
}

/** Locks a customer's row and returns its status; null where there is none. */
export async function lockStatus(tx: Transaction, customer_id: string): Promise<AccountStatus | null> {
  const row = await tx
    .selectFrom('identity.customers')
    .select('status')
    .where('customer_id', '=', customer_id)
    .forUpdate()
    .executeTakeFirst()
  return row?.status ?? null
}

/** Stores a status; every process is notified at commit. */
export async function updateStatus(
  tx: Transaction,
  customer_id: string,
  status: AccountStatus,
): Promise<void> {
  await tx.updateTable('identity.customers').set({ status }).where('customer_id', '=', customer_id).execute()
}

/** The outcome of a customer closing their account. */
export type Closed = 'closed' | 'not_active' | 'in_use'

/** Closes an account from its customer's session, unless it is not active or still holds money. */
export async function closeOwnAccount(
  tx: Transaction,
  customer_id: string,
  session_id: string,
): Promise<Closed> {
  const { rows } = await sql<{ outcome: Closed }>`
    select identity.close_own_account(${customer_id}::uuid, ${session_id}::uuid) as outcome`.execute(tx)
  const [row] = rows
  if (!row) throw new RangeError('close_own_account answered no row')
  return row.outcome
}

/** The Argon2id hash of a customer's sign-in password, or null. */
export async function findPasswordHash(tx: Transaction, customer_id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('identity.login_passwords')
    .select('password_hash')
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row?.password_hash ?? null
}

/** A customer's own changes; absent ones stay. */
export interface CustomerChanges {
  nickname?: string
  phone_sealed?: Buffer
  language?: Language | null
  time_zone?: string | null
}

/** Stores a customer's own changes. A violated constraint names the value that is taken. */
export async function updateCustomer(
  tx: Transaction,
  customer_id: string,
  changes: CustomerChanges,
): Promise<void> {
  await tx.updateTable('identity.customers').set(changes).where('customer_id', '=', customer_id).execute()
}
