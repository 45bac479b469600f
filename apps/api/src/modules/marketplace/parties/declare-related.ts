import { because, day, id, text } from '@adtally/contract/fields.ts'
import { customerHandle, reasonText, wholeText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { customerOfHandle } from '../../identity/index.ts'
import { staffVerb } from '../../module.ts'
import { advertiserById, publisherById } from './parties.repository.ts'
import { insertRelatedParty } from './related-parties.repository.ts'

/** `declare-related`: by one person and at once, because a declaration only adds to what customers see. */
export const declareRelatedVerb = staffVerb({
  name: 'declare-related',
  summary:
    'Declare a related party: --kind operator|staff|advertiser|publisher|leader, --party-name, its share in --advertiser-id or --publisher-id, and --customer where the person has an account; --share-percent, --since 2026-01-31, --reason',
  roles: ['risk', 'content', 'finance_maker', 'admin'],
  once: true,
  input: z.strictObject({
    kind: z.enum(['operator', 'staff', 'advertiser', 'publisher', 'leader'], {
      error: because('field_invalid'),
    }),
    party_name: text(200),
    customer: z.optional(customerHandle),
    advertiser_id: z.optional(id),
    publisher_id: z.optional(id),
    share_percent: wholeText(0, 100),
    since: day,
    reason: reasonText,
  }),
  run: ({ database }, staff, { customer, advertiser_id, publisher_id, reason, ...declared }) =>
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
})
