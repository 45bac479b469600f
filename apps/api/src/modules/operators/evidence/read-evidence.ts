import { createHash } from 'node:crypto'
import {
  EVIDENCE_BYTES_MAX,
  type EvidenceType,
  type GivenFile,
} from '@adtally/contract/operator/statement/files.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { readGivenFile } from '../../given-file.ts'
import { evidenceTypeOf, isCalledOtherwise } from './evidence-type.ts'

/** What an act stands on, as it was given. */
export interface Evidence {
  name: string
  media_type: EvidenceType
  /** Hexadecimal. */
  sha256: string
  content: Buffer
}

/** The field that takes it in every statement. */
const FIELD = 'evidence_file'

/**
 * Reads a file that an act stands on, whole, and works out what it is by its bytes. Throws, with the field to blame,
 * `file_unreadable`, `file_too_large` with its bound, `file_empty`, `evidence_type_unknown`, and `evidence_type_differs` where
 * its name says that it is something else.
 */
export async function readEvidence(file: GivenFile): Promise<Evidence> {
  const content = await readGivenFile(file, { field: FIELD, bytes_max: EVIDENCE_BYTES_MAX })
  if (content.length === 0) throw new Refusal('file_empty', { field: FIELD })
  const media_type = evidenceTypeOf(content)
  if (media_type === null) throw new Refusal('evidence_type_unknown', { field: FIELD })
  if (isCalledOtherwise(file.name, media_type)) throw new Refusal('evidence_type_differs', { field: FIELD })
  const sha256 = createHash('sha256').update(content).digest('hex')
  return { name: file.name, media_type, sha256, content }
}
