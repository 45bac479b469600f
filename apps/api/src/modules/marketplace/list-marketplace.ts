import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../module.ts'
import { placements } from './catalogue.repository.ts'
import { allAdvertisers, allPublishers } from './parties.repository.ts'
import { openProducts } from './shop.repository.ts'

const LISTED_MAX = 500

/** `list-marketplace`: advertisers, open products, publishers and open placements, with the ids that verbs take. */
export const listMarketplaceVerb = staffVerb({
  name: 'list-marketplace',
  summary: 'Advertisers, open products, publishers and open placements, with their ids',
  roles: ['support', 'content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  input: z.strictObject({}),
  run: ({ database }) =>
    database.transaction({ kind: 'system' }, async (tx) => ({
      advertisers: (await allAdvertisers(tx)).map(({ evidence_hash, ...row }) => ({
        ...row,
        evidence_sha256: evidence_hash.toString('hex'),
      })),
      products: (await openProducts(tx, { limit: LISTED_MAX })).map((product) => ({
        product_id: product.product_id,
        advertiser_id: product.advertiser_id,
        name: product.name,
        type: product.type,
        payout: formatAmount(product.payout_micros),
        approved_creatives: product.creatives.length,
      })),
      publishers: (await allPublishers(tx)).map(({ publisher_id, name, domain }) => ({
        publisher_id,
        name,
        domain,
      })),
      placements: (await placements(tx)).map(({ price_micros, ...row }) => ({
        ...row,
        price: formatAmount(price_micros),
      })),
    })),
})
