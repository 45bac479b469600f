import { stopCreative } from '@adtally/contract/operator/market/catalogue-creatives.ts'
import { stopOwnCreative } from '@adtally/contract/partner/catalogue.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { staffVerb } from '../../module.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import {
  creativeCounts,
  lockCreative,
  lockOwnCreative,
  lockProduct,
  productOfCreative,
  stopDelivering,
  stopOwnDelivering,
} from '../products.repository.ts'

/**
 * `stop-creative`: takes an approved creative out of delivery for good, at once and by one person. Throws
 * `record_not_found`, and `state_conflict` for one that is not approved or its product's only one: that product is closed.
 */
export const stopCreativeVerb = staffVerb(stopCreative, ({ database }, staff, { creative_id, reason }) =>
  database.transaction({ kind: 'system' }, async (tx) => {
    const product_id = await productOfCreative(tx, creative_id)
    if (product_id === null) throw new Refusal('record_not_found', { field: 'creative_id' })
    // The product first: an approval that stops what it replaces holds it, too.
    await lockProduct(tx, product_id)
    const creative = await lockCreative(tx, creative_id)
    const { approved } = await creativeCounts(tx, product_id)
    if (creative?.status !== 'approved' || approved < 2)
      throw new Refusal('state_conflict', { field: 'creative_id' })
    await stopDelivering(tx, creative_id, staff.session_token)
    await audit.byStaff(tx, staff, {
      action: 'creative.stopped',
      subject: { kind: 'creative', id: creative_id },
      reason,
      details: { product_id },
    })
    return { creative_id, status: 'stopped' }
  }),
)

/** `stop-creative` of an advertiser's own people: by the same rule, of their party's creatives. */
export const stopOwnCreativeVerb = partnerVerb(stopOwnCreative, ({ database }, partner, { creative_id }) =>
  database.transaction(scopeOf(partner), async (tx) => {
    const creative = await lockOwnCreative(tx, creative_id, partner.session_token)
    if (!creative) throw new Refusal('record_not_found', { field: 'creative_id' })
    const { product_id } = creative
    const { approved } = await creativeCounts(tx, product_id)
    if (creative.status !== 'approved' || approved < 2)
      throw new Refusal('state_conflict', { field: 'creative_id' })
    await stopOwnDelivering(tx, creative_id, partner.session_token)
    await audit.appendPartnerAct(tx, partner, {
      action: 'creative.stopped',
      subject: { kind: 'creative', id: creative_id },
      details: { product_id },
    })
    return { creative_id, status: 'stopped' }
  }),
)
