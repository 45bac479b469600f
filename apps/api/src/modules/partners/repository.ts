import type {
  PartnerRole,
  PartnerSide,
  PersonState,
} from '@adtally/contract/partner/statement/partner-call.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type {} from './tables.ts'

/** Somebody of a partner's. */
export interface Person {
  person_id: string
  side: PartnerSide
  party_id: string
  email: string
  role: PartnerRole
  state: PersonState
  second_factor: boolean
  invited_by: string | null
  invited_at: Date
}

function selectPeople(tx: Transaction) {
  return tx
    .selectFrom('partners.people as person')
    .innerJoin(
      sql<{
        person_id: string
        activated: boolean
        second_factor: boolean
      }>`partners.sign_in_states()`.as('known'),
      'known.person_id',
      'person.person_id',
    )
    .select([
      'person.person_id',
      'side',
      'party_id',
      'email',
      'role',
      'known.second_factor',
      'invited_by',
      'invited_at',
    ])
    .select(
      sql<PersonState>`case when removed_at is not null then 'removed' when shut_out_at is not null then 'shut_out'
        when known.activated then 'active' else 'invited' end`.as('state'),
    )
}

/** Up to `rows_max` people in scope after this one, whoever was invited first first; of one party where it is given. */
export async function peopleAfter(
  tx: Transaction,
  party_id: string | undefined,
  after: string | undefined,
  rows_max: number,
): Promise<Person[]> {
  let query = selectPeople(tx)
  if (party_id !== undefined) query = query.where('party_id', '=', party_id)
  if (after !== undefined) query = query.where('person.person_id', '>', after)
  return await query.orderBy('person.person_id').limit(rows_max).execute()
}

/** The people of a party who were not removed, whoever was invited first first. */
export async function peopleOf(tx: Transaction, party_id: string): Promise<Person[]> {
  return await selectPeople(tx)
    .where('party_id', '=', party_id)
    .where('removed_at', 'is', null)
    .orderBy('person.person_id')
    .execute()
}

/** Whoever was removed is told for so long what happens at their party: who removed them may have been a thief. */
const TOLD_HOURS = 168

/** Addresses of a party's people who can sign in, and of those removed lately; of owners alone if asked. */
export async function addressesOf(
  tx: Transaction,
  party_id: string,
  whose: 'everybody' | 'owners',
): Promise<string[]> {
  let query = selectPeople(tx)
    .where('party_id', '=', party_id)
    .where('shut_out_at', 'is', null)
    .where('known.activated', '=', true)
    .where(
      sql<boolean>`(removed_at is null or removed_at > platform.now() - ${TOLD_HOURS}::integer * interval '1 hour')`,
    )
  if (whose === 'owners') query = query.where('role', '=', 'owner')
  return (await query.execute()).map(({ email }) => email)
}

/** When somebody of a party was last invited, removed, shut out or given another role or password; null where it has nobody. */
export async function peopleChangedAt(tx: Transaction, party_id: string): Promise<Date | null> {
  const { changed_at } = await tx
    .selectFrom('partners.people')
    .select((of) => of.fn.max<Date | null>('changed_at').as('changed_at'))
    .where('party_id', '=', party_id)
    .executeTakeFirstOrThrow()
  return changed_at
}

/** Somebody in scope, also if they were removed. */
export async function personById(tx: Transaction, person_id: string): Promise<Person | undefined> {
  return await selectPeople(tx).where('person.person_id', '=', person_id).executeTakeFirst()
}

/** What became of an approved invitation: no party, no owner yet, or somebody else has the address. */
export type Admission = 'admitted' | 'unknown' | 'no_owner' | 'taken'

/** Creates whoever an approved proposal names. */
export async function admit(
  tx: Transaction,
  { proposal_id, second_code_hash }: Record<'proposal_id' | 'second_code_hash', string>,
): Promise<Admission> {
  const { rows } = await sql<{ outcome: Admission }>`
    select partners.admit(${proposal_id}::uuid, ${second_code_hash}::text) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'unknown'
}

/** Readmits whoever an approved proposal names; they set up another password and factor. */
export async function readmitPerson(
  tx: Transaction,
  { proposal_id, second_code_hash }: Record<'proposal_id' | 'second_code_hash', string>,
): Promise<void> {
  await sql`select partners.readmit(${proposal_id}::uuid, ${second_code_hash}::text)`.execute(tx)
}

/** Removes the password and second factor of whoever an approved proposal names, so that they set both up anew. */
export async function resetPersonFactor(
  tx: Transaction,
  { proposal_id, second_code_hash }: Record<'proposal_id' | 'second_code_hash', string>,
): Promise<void> {
  await sql`select partners.reset_factor(${proposal_id}::uuid, ${second_code_hash}::text)`.execute(tx)
}

/** Shuts somebody out in the name of the staff's session, for the audit log; false if they were already, or removed. */
export async function shutOutPerson(
  tx: Transaction,
  session_token: string,
  { person_id, reason }: Record<'person_id' | 'reason', string>,
): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select partners.shut_out(${session_token}::text, ${person_id}::uuid, ${reason}::text) as done`.execute(tx)
  return rows[0]?.done === true
}

export interface Invitation {
  person_id: string
  email: string
  role: PartnerRole
  first_code_hash: string
  second_code_hash: string
}

/** Creates somebody in the party of the session's owner; false if the address is taken. */
export async function insertInvited(
  tx: Transaction,
  session_token: string,
  { person_id, email, role, first_code_hash, second_code_hash }: Invitation,
): Promise<boolean> {
  const { rows } = await sql<{ made: boolean }>`
    select partners.invite(${session_token}::text, ${person_id}::uuid, ${email}::text, ${role}::text,
      ${first_code_hash}::text, ${second_code_hash}::text) as made`.execute(tx)
  return rows[0]?.made === true
}

/** What became of a change by an owner. */
export type PersonChange = 'done' | 'unknown' | 'same' | 'last_owner'

/** Gives somebody of the owner's party another role and ends their sessions. */
export async function changeRole(
  tx: Transaction,
  session_token: string,
  person_id: string,
  role: PartnerRole,
): Promise<PersonChange> {
  const { rows } = await sql<{ outcome: PersonChange }>`
    select partners.change_role(${session_token}::text, ${person_id}::uuid, ${role}::text) as outcome`.execute(
    tx,
  )
  return rows[0]?.outcome ?? 'unknown'
}

/** Removes somebody of the owner's party for good and ends their sessions. */
export async function removePerson(
  tx: Transaction,
  session_token: string,
  person_id: string,
): Promise<PersonChange> {
  const { rows } = await sql<{ outcome: PersonChange }>`
    select partners.remove_person(${session_token}::text, ${person_id}::uuid) as outcome`.execute(tx)
  return rows[0]?.outcome ?? 'unknown'
}
