import { closeProduct, openProduct } from '@adtally/contract/operator/market/catalogue.ts'
import * as z from 'zod/mini'
import { publish } from '../../database/outbox.ts'
import { Refusal } from '../../lib/refusal.ts'
import * as audit from '../audit/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { productById, setProductOpen } from './products.repository.ts'

/** The outbox topic of a closed product; its running plans are stopped, the others cancelled (PRODUCT §4). */
export const PRODUCT_CLOSED_TOPIC = 'product.closed'
export const productFact = z.strictObject({ product_id: z.uuid() })

/** `product-close`: at once and by one person, because an offer that hurts customers can't wait. */
export const closeProductVerb = openingVerb(closeProduct, false)
export const openProductVerb = openingVerb(openProduct, true)

function openingVerb(call: typeof openProduct | typeof closeProduct, is_open: boolean): StaffVerb {
  return staffVerb(call, ({ database }, staff, { product_id, reason }) =>
    database.transaction({ kind: 'system' }, async (tx) => {
      if (!(await productById(tx, product_id))) throw new Refusal('record_not_found', { field: 'product_id' })
      if (!(await setProductOpen(tx, product_id, is_open))) {
        throw new Refusal('state_conflict', { field: 'product_id' })
      }
      if (!is_open) await publish(tx, PRODUCT_CLOSED_TOPIC, { product_id }, product_id)
      await audit.byStaff(tx, staff, {
        action: is_open ? 'product.opened' : 'product.closed',
        subject: { kind: 'product', id: product_id },
        reason,
      })
      return { product_id, open: is_open }
    }),
  )
}
