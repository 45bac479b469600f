import { asRole } from '../as-role.ts'
import type { Module } from '../module.ts'
import { archive } from './archive.ts'
import { createPlacementVerb } from './create-placement.ts'
import { createProductVerb } from './create-product.ts'
import { assetPlugin } from './creatives/asset.plugin.ts'
import { createCreativeVerb, createOwnCreativeVerb } from './creatives/create-creative.ts'
import { approveCreativeVerb, listDraftsVerb, refuseCreativeVerb } from './creatives/review-creative.ts'
import { saveCreativeVerb, saveOwnCreativeVerb } from './creatives/save-creative.ts'
import { stopCreativeVerb, stopOwnCreativeVerb } from './creatives/stop-creative.ts'
import { listMarketplaceVerb } from './list-marketplace.ts'
import { listCreativesVerb, listProductsVerb } from './list-own-market.ts'
import { closePlacementVerb, openPlacementVerb } from './open-placement.ts'
import { closeProductVerb, openProductVerb } from './open-product.ts'
import { createAdvertiserVerb } from './parties/create-advertiser.ts'
import { createPublisherVerb } from './parties/create-publisher.ts'
import { declareRelatedVerb } from './parties/declare-related.ts'
import { endRelatedVerb } from './parties/end-related.ts'
import { escrowShowVerb, matchEscrowVerb } from './parties/escrow.ts'
import { giveExchangeKeyVerb, withdrawExchangeKeyVerb } from './parties/exchange-key.ts'
import { rotateOwnPostbackSecretVerb, rotatePostbackSecretVerb } from './parties/postback-secret.ts'
import { issueAppKeyVerb, issueOwnAppKeyVerb } from './supply/app-key.ts'
import { startCheckingSellers } from './supply/check-sellers.ts'
import {
  closePlacementVerb as closeOwnPlacementVerb,
  listPlacementsVerb,
  showTagVerb,
} from './supply/own-placements.ts'
import { listAppKeysVerb, setBlocksVerb, showBlocksVerb, showSellersVerb } from './supply/own-supply.ts'
import { blockForPublisherVerb } from './supply/publisher-blocks.ts'
import { sellersPlugin } from './supply/sellers.plugin.ts'
import { showSupplyChainVerb } from './supply/show-supply-chain.ts'
import type {} from './tables.ts'

export { isAllowedUrl } from './allowed-url.ts'
export {
  type ApprovedCreative,
  type EligibleProduct,
  eligibleProducts,
  type Placement,
  type PlacementName,
  type PreviewedCreative,
  placementNames,
  placements,
  previewedCreative,
} from './catalogue.repository.ts'
export { assetUrl, smallPictureUrl } from './creatives/asset.plugin.ts'
export { CREATIVE_REVIEWED_TOPIC, creativeReviewedFact } from './creatives/review-creative.ts'
export { fillLanding } from './landing-macros.ts'
export { PRODUCT_CLOSED_TOPIC, productFact } from './open-product.ts'
export { topUpsOf } from './parties/escrow.repository.ts'
export { ESCROW_TOPPED_UP_TOPIC, escrowFact, escrowFree } from './parties/escrow.ts'
export { hashOfExchangeKey } from './parties/exchange-key.ts'
export { exchangesByKey } from './parties/exchange-keys.repository.ts'
export {
  type Advertiser,
  advertiserById,
  allPublishers,
  publisherById,
} from './parties/parties.repository.ts'
export { postbackSecretOf, postbackSecrets } from './parties/postback-secret.ts'
export {
  type RelatedAdvertiser,
  type RelatedParties,
  relatedAdvertisers,
  relatedParties,
} from './parties/related-parties.repository.ts'
export { chargeOf, isHostOf } from './rules.ts'
export {
  lockProductStates,
  openProducts,
  type ProductState,
  productIdsByName,
  productsByIds,
  type RankedProduct,
  rankedProducts,
  type ShopFilter,
  type ShownProduct,
} from './shop.repository.ts'
export { type AppKey, appKeys, appName } from './supply/app-key.ts'

/** The channel on which the database announces every change of products, creatives, publishers and placements. */
export const MARKETPLACE_CHANNEL = 'marketplace_changed'

/** Advertisers, products, creatives, publishers, placements, related parties, escrow paid in. */
export const marketplaceModule: Module = {
  name: 'marketplace',
  archive,
  verbs: [
    createAdvertiserVerb,
    rotatePostbackSecretVerb,
    matchEscrowVerb,
    escrowShowVerb,
    createProductVerb,
    openProductVerb,
    closeProductVerb,
    createCreativeVerb,
    listDraftsVerb,
    saveCreativeVerb,
    approveCreativeVerb,
    refuseCreativeVerb,
    stopCreativeVerb,
    createPublisherVerb,
    giveExchangeKeyVerb,
    withdrawExchangeKeyVerb,
    createPlacementVerb,
    openPlacementVerb,
    closePlacementVerb,
    declareRelatedVerb,
    endRelatedVerb,
    issueAppKeyVerb,
    blockForPublisherVerb,
    showSupplyChainVerb,
    listMarketplaceVerb,
  ],
  partner_verbs: [
    listPlacementsVerb,
    showTagVerb,
    closeOwnPlacementVerb,
    showBlocksVerb,
    setBlocksVerb,
    listAppKeysVerb,
    issueOwnAppKeyVerb,
    showSellersVerb,
    listProductsVerb,
    listCreativesVerb,
    saveOwnCreativeVerb,
    createOwnCreativeVerb,
    stopOwnCreativeVerb,
    rotateOwnPostbackSecretVerb,
  ],
  plugin: (services, server) => {
    assetPlugin(services, server)
    sellersPlugin(services, server)
  },
  start: async (services) =>
    services.settings.roles.includes('worker')
      ? await startCheckingSellers(asRole(services, 'worker'))
      : async () => {},
}
