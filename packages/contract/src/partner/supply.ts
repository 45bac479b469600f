import * as z from 'zod/mini'
import { CREATIVE_KINDS, PRICE_MODELS, PUSH_KINDS, STANDS_ON } from '../enums.ts'
import { amount, count, id, pageOf, time } from '../fields.ts'
import { sellerCheck } from '../operator/market/catalogue.ts'
import { bundleId, categoryList, domainList } from '../operator/market/catalogue-fields.ts'
import { listFlags } from '../operator/statement/fields.ts'
import { PARTNER_ROLES, partnerCall } from './statement/partner-call.ts'

const PUBLISHERS = ['publisher'] as const
/** Who looks after what stands on the pages; money is the others'. */
const KEEPERS = ['owner', 'member'] as const

export const listPlacements = partnerCall({
  name: 'list-placements',
  kind: 'read',
  area: 'supply',
  sides: PUBLISHERS,
  roles: PARTNER_ROLES,
  summary: 'Your placements with their prices and rules, newest first',
  request: z.strictObject(listFlags),
  response: pageOf(
    z.object({
      placement_id: id,
      name: z.string(),
      /** What your page or app names. */
      key: z.string(),
      format: z.enum(CREATIVE_KINDS),
      width: count,
      height: count,
      price_model: z.enum(PRICE_MODELS),
      /** What advertisers pay, for a thousand impressions or for a click. */
      price: amount,
      push: z.enum(PUSH_KINDS),
      stands_on: z.enum(STANDS_ON),
      hosts: z.array(z.string()),
      bundle_id: z.nullable(z.string()),
      store_url: z.nullable(z.string()),
      /** Shown to; everybody where it is empty. */
      countries: z.array(z.string()),
      categories_refused: z.array(z.string()),
      time_zone: z.string(),
      open: z.boolean(),
      created_at: time,
    }),
  ),
  refusals: [],
})

export const showTag = partnerCall({
  name: 'show-tag',
  kind: 'read',
  area: 'supply',
  sides: PUBLISHERS,
  roles: KEEPERS,
  summary: 'What to put into your page, player or app for a placement to show advertisements',
  request: z.strictObject({ placement_id: id }),
  response: z.object({
    placement_id: id,
    name: z.string(),
    open: z.boolean(),
    stands_on: z.enum(STANDS_ON),
    /** Lines of a page; null for a placement in an app. */
    page: z.nullable(z.string()),
    /** An address for a player's settings, whose brackets the player fills; null where it shows no films. */
    player: z.nullable(z.string()),
    /** A request that the app's server or the app sends, with its key; null for a placement on a site. */
    app: z.nullable(z.string()),
    /** Where an exchange sends its bid requests, which alone fill its placements; null for anybody else. */
    auction: z.nullable(z.string()),
  }),
  refusals: ['record_not_found'],
})

/** At once and alone, because what stands on its pages is the publisher's to say; opening again is the office's. */
export const closePlacement = partnerCall({
  name: 'close-placement',
  kind: 'act',
  area: 'supply',
  sides: PUBLISHERS,
  roles: KEEPERS,
  once: true,
  summary: 'Have nothing more shown on a placement, at once',
  note: 'to have it opened again, ask our office',
  request: z.strictObject({ placement_id: id }),
  response: z.object({ placement_id: id, open: z.boolean() }),
  refusals: ['record_not_found', 'state_conflict'],
})

const blocked = {
  categories: z.array(z.string()),
  advertiser_domains: z.array(z.string()),
}

export const showBlocks = partnerCall({
  name: 'show-blocks',
  kind: 'read',
  area: 'supply',
  sides: PUBLISHERS,
  roles: PARTNER_ROLES,
  summary: 'What is shown on none of your placements',
  request: z.strictObject({}),
  response: z.object({
    ...blocked,
    /** Since when; null where nothing was ever blocked. */
    blocked_at: z.nullable(time),
  }),
  refusals: [],
})

export const setBlocks = partnerCall({
  name: 'set-blocks',
  kind: 'act',
  area: 'supply',
  sides: PUBLISHERS,
  roles: KEEPERS,
  once: true,
  summary: 'Say what is to be shown on none of your placements, in place of what was said before',
  note: 'advertiser_domains, such as casino.example, are those of landing pages, with their subdomains; where one of categories and advertiser_domains is left out, nothing of that kind is blocked; unblock_all, alone, blocks nothing any more',
  request: z.strictObject({
    categories: z.optional(categoryList),
    advertiser_domains: z.optional(domainList),
    unblock_all: z.optional(z.boolean()),
  }),
  response: z.object(blocked),
  refusals: [],
})

export const listAppKeys = partnerCall({
  name: 'list-app-keys',
  kind: 'read',
  area: 'supply',
  sides: PUBLISHERS,
  roles: KEEPERS,
  summary: 'Your apps that have placements, and since when each has its key',
  request: z.strictObject({}),
  response: z.object({
    apps: z.array(
      z.object({
        bundle_id: z.string(),
        /** Null while it has none. */
        issued_at: z.nullable(time),
      }),
    ),
  }),
  refusals: [],
})

export const issueOwnAppKey = partnerCall({
  name: 'issue-app-key',
  kind: 'act',
  area: 'supply',
  sides: PUBLISHERS,
  roles: KEEPERS,
  proof: 'fresh',
  once: true,
  summary: 'Give an app of yours a key, in place of the one it has, which ends at once; it is shown once',
  request: z.strictObject({ bundle_id: bundleId }),
  response: z.object({ bundle_id: z.string(), app_key: z.string() }),
  refusals: ['record_not_found'],
})

export const showSellers = partnerCall({
  name: 'show-sellers',
  kind: 'read',
  area: 'supply',
  sides: PUBLISHERS,
  roles: PARTNER_ROLES,
  summary:
    'The lines of ads.txt and app-ads.txt that name us, and what the last daily look at your files found',
  request: z.strictObject({}),
  response: z.object({
    /** Where the trade finds you named. */
    sellers_json: z.string(),
    ads_txt: z.array(z.string()),
    app_ads_txt: z.array(z.string()),
    checks: z.array(sellerCheck),
  }),
  refusals: [],
})
