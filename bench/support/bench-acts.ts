import { sql } from 'kysely'
import { bigintArray, textArray, uuidArray } from '../../apps/api/src/database/array-parameters.ts'
import { type Connection, connect, onConnection } from '../../apps/api/src/database/connection.ts'
import type { Transaction } from '../../apps/api/src/database/database.ts'
import type { Movement } from '../../apps/api/src/modules/ledger/index.ts'

/** The causes of the bench's transfers: a row each, looked up and compared at the commit like the program's. */
const BENCH_ACTS = `
  create schema bench;
  grant usage on schema bench to adtally_program;
  create table bench.acts (
    act_id uuid primary key, posting text not null, debit_code text not null, debit_owner_id uuid not null,
    debit_subject_id uuid, credit_code text not null, credit_owner_id uuid not null, credit_subject_id uuid,
    amount_micros bigint not null
  );
  grant insert on bench.acts to adtally_program;
  create function bench.allowed_by_act(ids uuid[]) returns setof ledger.allowance
  language sql stable set search_path = ''
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as $$
    select act_id, posting, side, code, owner_id, subject_id, amount_micros, amount_micros
    from unnest(ids) as id
    join bench.acts on act_id = id
    cross join lateral (values
      ('debit'::ledger.side, debit_code, debit_owner_id, debit_subject_id, credit_owner_id),
      ('credit', credit_code, credit_owner_id, credit_subject_id, debit_owner_id)
    ) as moved (side, code, owner_id, subject_id, other_owner_id)
    where owner_id <> '00000000-0000-7000-8000-000000000001' or other_owner_id = '00000000-0000-7000-8000-000000000001'
  $$;
  delete from ledger.cause_kinds;
  insert into ledger.cause_kinds values ('plan', 'bench.allowed_by_act'), ('bank_line', 'bench.allowed_by_act');
`

/** Makes the table of the bench's causes, as the schema's owner. */
export async function makeBenchActs(owner: Connection): Promise<void> {
  await onConnection(connect(owner), (client) => client.query(BENCH_ACTS))
}

/** Inserts the rows that one batch's transfers follow from. */
export async function insertBenchActs(tx: Transaction, movements: readonly Movement[]): Promise<void> {
  await sql`insert into bench.acts select * from unnest(
    ${uuidArray(movements.map(({ cause }) => cause.id))}::uuid[],
    ${textArray(movements.map(({ posting }) => posting ?? ''))}::text[],
    ${textArray(movements.map(({ debit }) => debit.code))}::text[],
    ${uuidArray(movements.map(({ debit }) => debit.owner_id))}::uuid[],
    ${uuidArray(movements.map(({ debit }) => debit.subject_id ?? null))}::uuid[],
    ${textArray(movements.map(({ credit }) => credit.code))}::text[],
    ${uuidArray(movements.map(({ credit }) => credit.owner_id))}::uuid[],
    ${uuidArray(movements.map(({ credit }) => credit.subject_id ?? null))}::uuid[],
    ${bigintArray(movements.map(({ amount_micros }) => amount_micros))}::bigint[])`.execute(tx)
}
