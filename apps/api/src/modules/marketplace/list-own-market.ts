import { listCreatives, listProducts } from '@adtally/contract/partner/catalogue.ts'
import { sayWeekHours } from '@adtally/contract/week-hours.ts'
import { formatAmount } from '@adtally/money/money.ts'
import { partnerVerb, scopeOf } from '../partner-verb.ts'
import { listPageByKey } from '../staff-list.ts'
import { assetUrl } from './creatives/asset.plugin.ts'
import { creativesOf, type OwnCreative, type OwnProduct, productsOf } from './own-market.repository.ts'

const DAY_MS = 86_400_000n
const PAGE_ROWS = 50

/** `list-products`: an advertiser's own products with their terms, newest first. */
export const listProductsVerb = partnerVerb(listProducts, async (services, partner, flags) => {
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: PAGE_ROWS,
    read: (tx, before, rows_max) => productsOf(tx, partner.party_id, before, rows_max),
    keyOf: ({ product_id }) => product_id,
  })
  return { items: items.map(presentProduct), next_cursor }
})

/** `list-creatives`: an advertiser's own creatives with their review, newest first. */
export const listCreativesVerb = partnerVerb(listCreatives, async (services, partner, flags) => {
  const asked = { advertiser_id: partner.party_id, product_id: flags.product_id }
  const { items, next_cursor } = await listPageByKey(services, flags, {
    scope: scopeOf(partner),
    limit_default: PAGE_ROWS,
    read: (tx, before, rows_max) => creativesOf(tx, asked, before, rows_max),
    keyOf: ({ creative_id }) => creative_id,
  })
  const { public_origin } = services.settings
  return { items: items.map((row) => presentCreative(row, public_origin)), next_cursor }
})

function presentProduct(product: OwnProduct) {
  const { product_id, name, type, category, landing_url, countries, devices, operating_systems } = product
  const { languages, keywords_any, keywords_none, push, has_creatives, created_at } = product
  return {
    ...{ product_id, name, type, category },
    open: product.is_open,
    payout: formatAmount(product.payout_micros),
    amount_min: formatAmount(product.amount_min_micros),
    amount_max: formatAmount(product.amount_max_micros),
    conversion_window_days: Number(product.conversion_window_ms / DAY_MS),
    goals: Object.entries(product.goals).map(([goal, title]) => ({
      ...{ goal, title },
      pays: goal === product.paid_goal,
    })),
    ...{ landing_url, countries, devices, operating_systems, languages },
    hours: product.week_hours === null ? null : sayWeekHours(product.week_hours),
    ...{ keywords_any, keywords_none, push, has_creatives, created_at },
  }
}

function presentCreative(creative: OwnCreative, public_origin: string) {
  const { creative_id, product_id, kind, status, refusal_reason, headline, body, media_type } = creative
  const { width, height, film_ms, replaces, created_at, reviewed_at } = creative
  const asset_sha256 = creative.asset_hash.toString('hex')
  return {
    ...{ creative_id, product_id, kind, status, refusal_reason, headline, body, asset_sha256 },
    asset_url: assetUrl(public_origin, asset_sha256),
    ...{ media_type, width, height, film_ms, replaces, created_at, reviewed_at },
  }
}
