import * as z from 'zod/mini'
import * as audit from '../audit/index.ts'
import { type StaffVerb, staffVerb } from '../module.ts'
import { reasonText } from '../operators/index.ts'
import { Refusal } from '../refusal.ts'
import { listFlags, listPageByKey } from '../staff-list.ts'
import { closeOffer, newestOffers } from './offers.repository.ts'

const LISTED_DEFAULT = 100

/** Closing takes nothing from anybody who has a coupon already, so one person may do it. */
export const offerVerbs: readonly StaffVerb[] = [
  staffVerb({
    name: 'coupon-offer-close',
    summary: 'No further coupons of an offer; those that were issued stay good: --offer-id --reason',
    roles: ['content', 'finance_maker', 'finance_checker', 'risk'],
    input: z.strictObject({ offer_id: z.uuid(), reason: reasonText }),
    run: ({ database }, staff, { offer_id, reason }) =>
      database.transaction({ kind: 'system' }, async (tx) => {
        if (!(await closeOffer(tx, offer_id, reason))) {
          throw new Refusal('record_not_found', { field: 'offer_id' })
        }
        await audit.append(tx, {
          actor: { kind: 'staff', staff },
          action: 'coupon_offer.closed',
          subject: { kind: 'coupon_offer', id: offer_id },
          reason,
        })
        return { offer_id }
      }),
  }),
  staffVerb({
    name: 'coupon-offer-list',
    summary: 'Coupon offers, newest first',
    roles: ['support', 'content', 'finance_maker', 'finance_checker', 'risk', 'auditor', 'admin'],
    input: z.strictObject(listFlags),
    run: (services, _staff, flags) =>
      listPageByKey(services, flags, {
        limit_default: LISTED_DEFAULT,
        read: newestOffers,
        keyOf: ({ offer_id }) => offer_id,
      }),
  }),
]
