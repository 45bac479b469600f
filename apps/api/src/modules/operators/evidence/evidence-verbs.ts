import { LIMIT_DEFAULT } from '@adtally/contract/fields.ts'
import { listEvidence, openEvidence } from '@adtally/contract/operator/house/evidence.ts'
import { Download, type EvidenceType } from '@adtally/contract/operator/statement/files.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { openBytes } from '../../../lib/sealed-text.ts'
import { staffVerb } from '../../module.ts'
import { listPageByKey } from '../../staff-list.ts'
import { listEvidence as listed, takeEvidence } from './evidence.repository.ts'
import { EVIDENCE_SEAL } from './keep-evidence.ts'

/** `list-evidence`: what acts stand on; its content is opened by `open-evidence` alone. */
export const listEvidenceVerb = staffVerb(
  listEvidence,
  async (services, _staff, { subject_id, ...flags }) => {
    return await listPageByKey(services, flags, {
      limit_default: LIMIT_DEFAULT,
      read: (tx, before, rows_max) => listed(tx, subject_id ?? null, { before: before ?? null, rows_max }),
      keyOf: ({ evidence_id }) => evidence_id,
    })
  },
)

/** `open-evidence`: the file, for those who decide on its act; the audit has who opened it in the same transaction. */
export const openEvidenceVerb = staffVerb(openEvidence, async (services, staff, { evidence_id }) => {
  const found = await services.database.transaction({ kind: 'system' }, (tx) =>
    takeEvidence(tx, staff.session_token, evidence_id),
  )
  if (!found) throw new Refusal('record_not_found', { field: 'evidence_id' })
  const { file_id, name, media_type, sealed } = found
  if (sealed === null) throw new Refusal('staff_role_missing')
  const content = openBytes(services.settings.secret(EVIDENCE_SEAL), file_id, sealed)
  return new Download({ file_name: shownName(name, media_type), media_type, content })
})

/** A text opens as text, whatever it is called: a table's cells may be formulas, which would run. */
function shownName(name: string, media_type: EvidenceType): string {
  return media_type === 'text/plain' && !/\.txt$/i.test(name) ? `${name}.txt` : name
}
