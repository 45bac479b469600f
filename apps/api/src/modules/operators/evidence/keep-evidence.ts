import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { sealBytes } from '../../../lib/sealed-text.ts'
import type { Staff } from '../../module.ts'
import type { Services } from '../../services.ts'
import { type ActOfEvidence, fileIdOf, insertEvidence } from './evidence.repository.ts'
import type { Evidence } from './read-evidence.ts'

/** The purpose of the key that seals what acts stand on. */
export const EVIDENCE_SEAL = 'staff-evidence'

/**
 * Keeps what an act stands on, sealed, in the act's own transaction and after the act was appended to the audit, so that
 * nothing is added to an act later. The same content is kept once, whatever it was given for. Throws if the audit has no
 * such act by this person in the transaction.
 */
export async function keepEvidence(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  { session_token }: Pick<Staff, 'session_token'>,
  { evidence: { content, name, media_type, sha256 }, act }: { evidence: Evidence; act: ActOfEvidence },
): Promise<void> {
  const known_id = await fileIdOf(tx, sha256)
  const file_id = known_id ?? newId()
  const sealed = known_id ? null : sealBytes(settings.secret(EVIDENCE_SEAL), file_id, content)
  const kept = { evidence_id: newId(), file_id, name, media_type, bytes: content.length, sha256, sealed }
  await insertEvidence(tx, session_token, kept, act)
}

/** As `keepEvidence`, of an act by one person, which whoever holds one of `roles` may look at later. */
export async function keepEvidenceOfAct(
  services: Pick<Services, 'settings'>,
  tx: Transaction,
  staff: Pick<Staff, 'session_token'>,
  {
    evidence,
    action,
    subject,
    roles,
  }: {
    evidence: Evidence
    action: string
    subject: { kind: string; id: string }
    roles: ActOfEvidence['readers']
  },
): Promise<void> {
  const act = {
    proposal_id: null,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    readers: roles,
  }
  await keepEvidence(services, tx, staff, { evidence, act })
}
