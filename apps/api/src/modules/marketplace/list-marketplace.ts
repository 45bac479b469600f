import { listMarketplace } from '@adtally/contract/operator/market/catalogue.ts'
import { formatAmount } from '@adtally/money/money.ts'
import type { Transaction } from '../../database/database.ts'
import { staffVerb } from '../module.ts'
import type { Services } from '../services.ts'
import { listPageByKey } from '../staff-list.ts'
import { placements } from './catalogue.repository.ts'
import { allAdvertisers, allPublishers } from './parties/parties.repository.ts'
import { allDeclarations } from './parties/related-parties.repository.ts'
import { allProducts } from './shop.repository.ts'
import { presentChecks } from './supply/check-sellers.ts'
import { allSellerChecks } from './supply/seller-checks.repository.ts'

const PRODUCTS_DEFAULT = 500

/** `list-marketplace`: everything in the marketplace, open or not, with the ids that verbs take. */
export const listMarketplaceVerb = staffVerb(listMarketplace, async (services, _staff, flags) => {
  const { items: products, next_cursor } = await listPageByKey(services, flags, {
    limit_default: PRODUCTS_DEFAULT,
    read: allProducts,
    keyOf: ({ product_id }) => product_id,
  })
  return await services.database.transaction({ kind: 'system' }, async (tx) => ({
    advertisers: (await allAdvertisers(tx)).map(({ evidence_hash, ...row }) => ({
      ...row,
      evidence_sha256: evidence_hash.toString('hex'),
    })),
    products: products.map((product) => ({
      product_id: product.product_id,
      advertiser_id: product.advertiser_id,
      name: product.name,
      type: product.type,
      open: product.is_open,
      payout: formatAmount(product.payout_micros),
      goals: product.goals,
      paid_goal: product.paid_goal,
      landing_url: product.landing_url,
      approved_creatives: product.creatives.length,
    })),
    publishers: await publishersWithChecks(services, tx),
    placements: (await placements(tx)).map(({ price_micros, is_open, ...row }) => ({
      ...row,
      open: is_open,
      price: formatAmount(price_micros),
    })),
    related_parties: await allDeclarations(tx),
    next_cursor,
  }))
})

async function publishersWithChecks(services: Services, tx: Transaction) {
  const checks = Map.groupBy(await allSellerChecks(tx), ({ publisher_id }) => publisher_id)
  return (await allPublishers(tx)).map(({ publisher_id, name, domain }) => ({
    publisher_id,
    name,
    domain,
    seller_checks: presentChecks(services, checks.get(publisher_id) ?? []),
  }))
}
