import { declareRelated } from '@adtally/contract/operator/market/parties.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { customerOfHandle } from '../../identity/index.ts'
import { staffVerb } from '../../module.ts'
import { advertiserById, publisherById } from './parties.repository.ts'
import { insertRelatedParty } from './related-parties.repository.ts'

/** `declare-related`: by one person and at once, because a declaration only adds to what customers see. */
export const declareRelatedVerb = staffVerb(
  declareRelated,
  ({ database }, staff, { customer, advertiser_id, publisher_id, reason, ...declared }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      const person = customer === undefined ? null : await customerOfHandle(tx, customer)
      if (advertiser_id !== undefined && !(await advertiserById(tx, advertiser_id))) {
        throw new Refusal('record_not_found', { field: 'advertiser_id' })
      }
      if (publisher_id !== undefined && !(await publisherById(tx, publisher_id))) {
        throw new Refusal('record_not_found', { field: 'publisher_id' })
      }
      if (!person && advertiser_id === undefined && publisher_id === undefined) {
        throw new Refusal('field_required', { field: 'advertiser_id' })
      }
      const declaration_id = newId()
      await insertRelatedParty(tx, {
        ...declared,
        declaration_id,
        customer_id: person?.customer_id ?? null,
        advertiser_id: advertiser_id ?? null,
        publisher_id: publisher_id ?? null,
        declared_by: staff.staff_id,
      })
      await audit.byStaff(tx, staff, {
        action: 'related_party.declared',
        subject: { kind: 'related_party', id: declaration_id },
        customer_id: person?.customer_id,
        reason,
        details: { ...declared, advertiser_id, publisher_id },
      })
      return { declaration_id }
    }),
)
