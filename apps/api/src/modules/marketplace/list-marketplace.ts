import { formatAmount } from '@adtally/money/money.ts'
import * as z from 'zod/mini'
import { staffVerb } from '../module.ts'
import { allPlacements } from './catalogue.repository.ts'
import { allAdvertisers, allPublishers } from './parties.repository.ts'
import { allProducts } from './shop.repository.ts'

const LISTED_MAX = 500

/** `list-marketplace`: advertisers, products, publishers and placements, open or not, with the ids that verbs take. */
export const listMarketplaceVerb = staffVerb({
  name: 'list-marketplace',
  summary: 'Advertisers, products, publishers and placements, open or not, with their ids',
  roles: ['support', 'content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  input: z.strictObject({}),
  run: ({ database }) =>
    database.transaction({ kind: 'system' }, async (tx) => ({
      advertisers: (await allAdvertisers(tx)).map(({ evidence_hash, ...row }) => ({
        ...row,
        evidence_sha256: evidence_hash.toString('hex'),
      })),
      products: (await allProducts(tx, LISTED_MAX)).map((product) => ({
        product_id: product.product_id,
        advertiser_id: product.advertiser_id,
        name: product.name,
        type: product.type,
        open: product.is_open,
        payout: formatAmount(product.payout_micros),
        approved_creatives: product.creatives.length,
      })),
      publishers: (await allPublishers(tx)).map(({ publisher_id, name, domain }) => ({
        publisher_id,
        name,
        domain,
      })),
      placements: (await allPlacements(tx)).map(({ price_micros, is_open, ...row }) => ({
        ...row,
        open: is_open,
        price: formatAmount(price_micros),
      })),
    })),
})
