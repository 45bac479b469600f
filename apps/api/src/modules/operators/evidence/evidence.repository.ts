import type { EvidenceType } from '@adtally/contract/operator/statement/files.ts'
import { sql } from 'kysely'
import type { Transaction } from '../../../database/database.ts'

/** A file that an act stands on, as it is kept. */
export interface KeptEvidence {
  evidence_id: string
  name: string
  media_type: EvidenceType
  bytes: number
  /** Hexadecimal. */
  sha256: string
}

/** The act that a file is given with, as the audit has it in this transaction. */
export interface ActOfEvidence {
  /** Null where one person acts alone. */
  proposal_id: string | null
  action: string
  subject_kind: string
  subject_id: string
  /** Who may open it where one person acted: roles of that act. */
  readers: readonly string[]
}

/** The copy of this content that is kept already. */
export async function fileIdOf(tx: Transaction, sha256: string): Promise<string | undefined> {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from operators.evidence_files where sha256 = decode(${sha256}::text, 'hex')`.execute(tx)
  return rows[0]?.file_id
}

/**
 * Keeps a file with the act that the session's owner has just appended to the audit; `sealed` is null where its content is
 * kept already. Throws if there is no such act in this transaction.
 */
export async function insertEvidence(
  tx: Transaction,
  session_token: string,
  kept: KeptEvidence & { file_id: string; sealed: Buffer | null },
  act: ActOfEvidence,
): Promise<void> {
  await sql`
    select operators.keep_evidence(
      ${session_token}::text, ${kept.evidence_id}::uuid, ${kept.file_id}::uuid, ${kept.name}::text,
      ${kept.media_type}::text, ${kept.bytes}::integer, decode(${kept.sha256}::text, 'hex'), ${kept.sealed}::bytea,
      ${act.proposal_id}::uuid, ${act.action}::text, ${act.subject_kind}::text, ${act.subject_id}::text,
      ${[...act.readers]}::text[])`.execute(tx)
}

/** What a proposal stands on. */
export async function evidenceOfProposal(tx: Transaction, proposal_id: string): Promise<KeptEvidence[]> {
  const { rows } = await sql<KeptEvidence>`
    select evidence_id, name, media_type, bytes, encode(sha256, 'hex') as sha256
    from operators.evidence join operators.evidence_files using (file_id)
    where proposal_id = ${proposal_id}::uuid order by evidence_id`.execute(tx)
  return rows
}

interface ListedEvidence extends KeptEvidence {
  action: string
  subject_kind: string
  subject_id: string
  proposal_id: string | null
  given_by: string
  given_at: Date
}

/** Files that acts stand on, newest first, before one of them; all, or those of one subject. */
export async function listEvidence(
  tx: Transaction,
  subject_id: string | null,
  { before, rows_max }: { before: string | null; rows_max: number },
): Promise<ListedEvidence[]> {
  const { rows } = await sql<ListedEvidence>`
    select evidence_id, name, media_type, bytes, encode(sha256, 'hex') as sha256, action, subject_kind, subject_id,
      evidence.proposal_id, giver.username as given_by, given_at
    from operators.evidence as evidence
      join operators.evidence_files using (file_id)
      join operators.staff as giver on giver.staff_id = evidence.given_by
    where (${before}::uuid is null or evidence_id < ${before}::uuid)
      and (${subject_id}::text is null or subject_id = ${subject_id}::text)
    order by evidence_id desc limit ${rows_max}`.execute(tx)
  return rows
}

interface OpenedEvidence extends KeptEvidence {
  file_id: string
  /** Null where the session's owner may not open it. */
  sealed: Buffer | null
}

/** A file for the session's owner, which the audit then has; undefined if there is none. */
export async function takeEvidence(
  tx: Transaction,
  session_token: string,
  evidence_id: string,
): Promise<OpenedEvidence | undefined> {
  const { rows } = await sql<OpenedEvidence>`
    select ${evidence_id}::uuid as evidence_id, file_id, name, media_type, bytes, encode(sha256, 'hex') as sha256, sealed
    from operators.open_evidence(${session_token}::text, ${evidence_id}::uuid)`.execute(tx)
  return rows[0]
}
