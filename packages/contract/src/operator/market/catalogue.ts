import * as z from 'zod/mini'
import {
  CREATIVE_KINDS,
  PRICE_MODELS,
  PRODUCT_TYPES,
  PUSH_KINDS,
  RELATION_KINDS,
  SELLER_FILES,
  SELLER_OUTCOMES,
  STANDS_ON,
} from '../../enums.ts'
import { amount, amountInput, because, count, day, id, text, time, timeZone } from '../../fields.ts'
import { keywordList } from '../../keywords.ts'
import { flag, listFlags, reasonText, wholeText } from '../statement/fields.ts'
import { type Approval, proposed, proposedWith, staffCall } from '../statement/staff-call.ts'
import {
  bundleId,
  category,
  categoryList,
  countryList,
  creativeKind,
  deviceList,
  domainList,
  goalKey,
  goalList,
  languageList,
  operatingSystemList,
  paragraph,
  placementPush,
  priceModel,
  productType,
  pushList,
  shownName,
  weekHours,
} from './catalogue-fields.ts'

/** The last look at one of a publisher's files; without an outcome before the first has ended. */
export const sellerCheck = z.object({
  file: z.enum(SELLER_FILES),
  outcome: z.nullable(z.enum(SELLER_OUTCOMES)),
  /** What its server said, such as `HTTP 404`. */
  answer: z.nullable(z.string()),
  checked_at: z.nullable(time),
  missing_since: z.nullable(time),
  /** It has not named us for as long as the policy waits before it tells staff. */
  is_overdue: z.boolean(),
})

const listedAdvertiser = z.object({
  advertiser_id: id,
  name: z.string(),
  legal_name: z.string(),
  account_name: z.string(),
  evidence_sha256: z.string(),
  verified_at: time,
})

const listedProduct = z.object({
  product_id: id,
  advertiser_id: id,
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  open: z.boolean(),
  payout: amount,
  /** Titles by the goals' keys. */
  goals: z.record(z.string(), z.string()),
  paid_goal: z.string(),
  landing_url: z.string(),
  approved_creatives: count,
})

const listedPublisher = z.object({
  publisher_id: id,
  name: z.string(),
  domain: z.string(),
  seller_checks: z.array(sellerCheck),
})

const listedPlacement = z.object({
  placement_id: id,
  publisher_id: id,
  publisher_name: z.string(),
  publisher_domain: z.string(),
  is_exchange: z.boolean(),
  name: z.string(),
  key: z.string(),
  format: z.enum(CREATIVE_KINDS),
  width: count,
  height: count,
  price_model: z.enum(PRICE_MODELS),
  price: amount,
  countries: z.array(z.string()),
  categories_refused: z.array(z.string()),
  push: z.enum(PUSH_KINDS),
  stands_on: z.enum(STANDS_ON),
  hosts: z.array(z.string()),
  bundle_id: z.nullable(z.string()),
  store_url: z.nullable(z.string()),
  /** What its publisher wants on none of its placements. */
  blocked_categories: z.array(z.string()),
  blocked_domains: z.array(z.string()),
  time_zone: z.string(),
  open: z.boolean(),
})

const listedDeclaration = z.object({
  declaration_id: id,
  kind: z.enum(RELATION_KINDS),
  party_name: z.string(),
  customer_id: z.nullable(id),
  advertiser_id: z.nullable(id),
  publisher_id: z.nullable(id),
  share_percent: count,
  since: day,
  declared_at: time,
  ended_at: z.nullable(time),
})

export const listMarketplace = staffCall({
  name: 'list-marketplace',
  kind: 'read',
  area: 'catalogue',
  roles: ['support', 'content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  summary:
    'Advertisers, products (a page of them, newest first), publishers and placements, open or not, and declarations of related parties, with their ids',
  request: z.strictObject(listFlags),
  response: z.object({
    advertisers: z.array(listedAdvertiser),
    products: z.array(listedProduct),
    publishers: z.array(listedPublisher),
    placements: z.array(listedPlacement),
    /** Ended ones included, newest first. */
    related_parties: z.array(listedDeclaration),
    /** Of the products. */
    next_cursor: z.nullable(z.string()),
  }),
  refusals: [],
})

/** What a product's proposal says as it is kept. */
export const PRODUCT_TEXTS = {
  name: shownName,
  category,
  game_description: paragraph,
  content: paragraph,
  rules: paragraph,
  paid_goal: goalKey,
  landing_url: z.string({ error: because('field_invalid') }),
}

export const productCreating: Approval = {
  action: 'product.create',
  roles: ['finance_checker', 'risk'],
  refusals: ['policy_out_of_bounds', 'record_exists'],
}

export const createProduct = staffCall({
  name: 'create-product',
  kind: 'propose',
  area: 'catalogue',
  roles: ['content', 'finance_maker'],
  approval: productCreating,
  summary: 'Propose a product, whose terms are fixed from its approval on',
  note: 'goals are keys with titles, such as install=Installed,purchase=Bought, and paid_goal is one of the keys; landing_url contains {click_id}; countries, devices, operating_systems, languages, hours (such as mon-fri 8-20, by the placement’s clocks), keywords_any and keywords_none say whom it is shown to, everybody where they are left out',
  request: z.strictObject({
    ...PRODUCT_TEXTS,
    advertiser_id: id,
    type: productType,
    payout: amountInput,
    amount_min: amountInput,
    amount_max: amountInput,
    conversion_window_days: z.optional(wholeText(1, 12)),
    goals: goalList,
    countries: z.optional(countryList),
    devices: z.optional(deviceList),
    operating_systems: z.optional(operatingSystemList),
    languages: z.optional(languageList),
    hours: z.optional(weekHours),
    keywords_any: z.optional(keywordList),
    keywords_none: z.optional(keywordList),
    push: z.optional(pushList),
    open: z.optional(flag),
    reason: reasonText,
  }),
  response: proposedWith({ product_id: id }),
  refusals: ['amount_malformed', 'amount_zero', 'record_not_found'],
})

const productOpening = {
  kind: 'act',
  area: 'catalogue',
  roles: ['content', 'risk'],
  request: z.strictObject({ product_id: id, reason: reasonText }),
  response: z.object({ product_id: id, open: z.boolean() }),
  refusals: ['record_not_found', 'state_conflict'],
} as const

export const openProduct = staffCall({
  ...productOpening,
  name: 'product-open',
  title: 'Open product',
  summary: 'Offer a product again',
})

export const closeProduct = staffCall({
  ...productOpening,
  roles: ['content', 'risk', 'admin'],
  name: 'product-close',
  title: 'Close product',
  summary: 'Take a product off offer; its plans are cancelled or stopped',
})

const side = wholeText(1, 10_000)

export const placementCreating: Approval = {
  action: 'placement.create',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_exists'],
}

export const createPlacement = staffCall({
  name: 'create-placement',
  kind: 'propose',
  area: 'catalogue',
  roles: ['content', 'finance_maker'],
  approval: placementCreating,
  summary: 'Propose a publisher’s placement with its price',
  note: 'it stands on pages of the publisher’s domain, or of hosts alone, or in the app bundle_id, which goes together with store_url; hours are those of time_zone, such as Europe/Berlin, and of UTC where it is left out',
  request: z.strictObject({
    publisher_id: id,
    name: shownName,
    format: creativeKind,
    width: side,
    height: side,
    price_model: priceModel,
    price: amountInput,
    push: placementPush,
    hosts: z.optional(domainList),
    bundle_id: z.optional(bundleId),
    store_url: z.optional(text(2_000)),
    countries: z.optional(countryList),
    categories_refused: z.optional(categoryList),
    time_zone: z.optional(timeZone),
    reason: reasonText,
  }),
  response: proposedWith({ placement_id: id }),
  refusals: ['amount_malformed', 'amount_zero', 'record_not_found', 'time_zone_unknown'],
})

const placementOpening = {
  kind: 'act',
  area: 'catalogue',
  roles: ['content', 'risk'],
  request: z.strictObject({ placement_id: id, reason: reasonText }),
  response: z.object({ placement_id: id, open: z.boolean() }),
  refusals: ['state_conflict'],
} as const

export const openPlacement = staffCall({
  ...placementOpening,
  name: 'placement-open',
  title: 'Open placement',
  summary: 'Deliver to a placement again',
})

export const closePlacement = staffCall({
  ...placementOpening,
  roles: ['content', 'risk', 'admin'],
  name: 'placement-close',
  title: 'Close placement',
  summary: 'Deliver nothing more to a placement',
})

export const publisherBlocking: Approval = {
  action: 'publisher.block',
  roles: ['finance_checker', 'risk'],
  refusals: ['record_not_found'],
}

/** By two people, since it takes what customers placed off a publisher's pages. */
export const blockForPublisher = staffCall({
  name: 'block-for-publisher',
  kind: 'propose',
  area: 'catalogue',
  roles: ['content', 'finance_maker'],
  approval: publisherBlocking,
  summary: 'Propose what a publisher wants on none of its placements, in place of what it said before',
  note: 'advertiser_domains, such as casino.example, are those of landing pages, with their subdomains; where one of categories and advertiser_domains is left out, nothing of that kind is blocked; unblock_all, alone, blocks nothing any more',
  request: z.strictObject({
    publisher_id: id,
    categories: z.optional(categoryList),
    advertiser_domains: z.optional(domainList),
    unblock_all: z.optional(z.boolean()),
    reason: reasonText,
  }),
  response: proposed,
  refusals: [],
})

export const showSupplyChain = staffCall({
  name: 'show-supply-chain',
  kind: 'read',
  area: 'catalogue',
  roles: ['support', 'content', 'risk', 'finance_maker', 'finance_checker', 'admin', 'auditor'],
  summary:
    'The lines of ads.txt and app-ads.txt by which a publisher names us, what the last daily look at its files found, and its schain',
  request: z.strictObject({ publisher_id: id }),
  response: z.object({
    publisher_id: id,
    ads_txt: z.array(z.string()),
    app_ads_txt: z.array(z.string()),
    checks: z.array(sellerCheck),
    /** OpenRTB 2.6, SupplyChain. */
    schain: z.object({
      ver: z.string(),
      complete: count,
      nodes: z.array(z.object({ asi: z.string(), sid: id, hp: count, name: z.string(), domain: z.string() })),
    }),
  }),
  refusals: ['record_not_found'],
})
