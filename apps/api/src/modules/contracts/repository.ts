import { type Insertable, type Selectable, sql } from 'kysely'
import type { Transaction } from '../../database/database.ts'
import type { Position } from '../paging.ts'
import type { SignatureTable, UploadTable, VersionTable } from './tables.ts'

export type VersionRow = Selectable<VersionTable>

/** A version as its owner reads it; the signing's fields are null until it is signed. */
export type ContractRow = VersionRow & {
  signed_at: Date | null
  sealed_sha256: Buffer | null
  sealed_name: string | null
  certificate_sha256: Buffer | null
  upload_id: string | null
}

function contracts(tx: Transaction) {
  return tx
    .selectFrom('contracts.versions as version')
    .leftJoin('contracts.signatures as signature', 'signature.contract_id', 'version.contract_id')
    .selectAll('version')
    .select([
      'signature.signed_at',
      'signature.sha256 as sealed_sha256',
      'signature.file_name as sealed_name',
      'signature.certificate_sha256',
      'signature.upload_id',
    ])
}

/** A version of this customer's; null where there is none. */
export async function contractById(
  tx: Transaction,
  customer_id: string,
  contract_id: string,
): Promise<ContractRow | null> {
  const row = await contracts(tx)
    .where('version.contract_id', '=', contract_id)
    .where('version.customer_id', '=', customer_id)
    .executeTakeFirst()
  return row ?? null
}

/** The version with exactly this text, template version and reader's language. */
export async function contractByContent(
  tx: Transaction,
  customer_id: string,
  {
    content_sha256,
    language_wanted,
    text_version,
  }: Pick<VersionRow, 'content_sha256' | 'language_wanted' | 'text_version'>,
): Promise<ContractRow | null> {
  const row = await contracts(tx)
    .where('version.customer_id', '=', customer_id)
    .where('version.content_sha256', '=', content_sha256)
    .where('version.language_wanted', '=', language_wanted)
    .where('version.text_version', '=', text_version)
    .executeTakeFirst()
  return row ?? null
}

/** Signed versions, newest first, before a position. */
export async function signedContracts(
  tx: Transaction,
  customer_id: string,
  before: Position | null,
  limit: number,
): Promise<(ContractRow & { at: string })[]> {
  return await contracts(tx)
    .select(sql<string>`signature.signed_at::text`.as('at'))
    .where('version.customer_id', '=', customer_id)
    .where('signature.contract_id', 'is not', null)
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(signature.signed_at, signature.contract_id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`,
      ),
    )
    .orderBy('signature.signed_at', 'desc')
    .orderBy('signature.contract_id', 'desc')
    .limit(limit)
    .execute()
}

/** What a customer has signed, the oldest first. */
export async function idsOfSigned(tx: Transaction, customer_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('contracts.signatures')
    .select('contract_id')
    .where('customer_id', '=', customer_id)
    .orderBy('signed_at')
    .orderBy('contract_id')
    .execute()
  return rows.map(({ contract_id }) => contract_id)
}

/** Keeps a version; false where the same text was kept meanwhile. */
export async function insertVersion(tx: Transaction, row: Insertable<VersionTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contracts.versions')
    .values({ ...row, signature_place: sql`${JSON.stringify(row.signature_place)}::jsonb` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Stores an upload address. */
export async function insertUpload(
  tx: Transaction,
  row: Omit<Insertable<UploadTable>, 'created_at' | 'used_at' | 'signature'>,
): Promise<void> {
  await tx.insertInto('contracts.uploads').values(row).execute()
}

/** Uses up an address: only its first use before it expires succeeds. */
export async function takeUpload(
  tx: Transaction,
  token_hash: Buffer,
): Promise<{ upload_id: string; bytes: number } | null> {
  const row = await tx
    .updateTable('contracts.uploads')
    .set({ used_at: sql<Date>`platform.now()` })
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`platform.now()`)
    .returning(['upload_id', 'bytes'])
    .executeTakeFirst()
  return row ?? null
}

/** Stores the uploaded signature. */
export async function keepUpload(tx: Transaction, upload_id: string, signature: Buffer): Promise<void> {
  await tx.updateTable('contracts.uploads').set({ signature }).where('upload_id', '=', upload_id).execute()
}

/** An upload of this customer's for this contract; null where there is none. */
export async function uploadById(
  tx: Transaction,
  customer_id: string,
  contract_id: string,
  upload_id: string,
): Promise<Selectable<UploadTable> | null> {
  const row = await tx
    .selectFrom('contracts.uploads')
    .selectAll()
    .where('upload_id', '=', upload_id)
    .where('contract_id', '=', contract_id)
    .where('customer_id', '=', customer_id)
    .executeTakeFirst()
  return row ?? null
}

/** Signs a version for good; false where it was signed already. */
export async function insertSignature(tx: Transaction, row: Insertable<SignatureTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('contracts.signatures')
    .values({ ...row, evidence: sql`${JSON.stringify(row.evidence)}::jsonb` })
    .onConflict((conflict) => conflict.column('contract_id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** Removes up to `limit` unsigned versions older than `kept_ms`; returns their files' names. */
export async function removeUnsigned(tx: Transaction, kept_ms: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ file_name: string }>`
    with old as (
      select contract_id from contracts.versions version
      where created_at < platform.now() - ${kept_ms} * interval '1 millisecond'
        and not exists (
          select from contracts.signatures signature where signature.contract_id = version.contract_id)
      order by created_at limit ${limit})
    delete from contracts.versions where contract_id in (select contract_id from old)
    returning file_name`.execute(tx)
  return rows.map(({ file_name }) => file_name)
}
