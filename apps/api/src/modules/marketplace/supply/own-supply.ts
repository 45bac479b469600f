import { listAppKeys, setBlocks, showBlocks, showSellers } from '@adtally/contract/partner/supply.ts'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { publisherById } from '../parties/parties.repository.ts'
import { presentChecks } from './check-sellers.ts'
import { appsOf, setOwnBlocks } from './own-supply.repository.ts'
import { publisherBlock } from './publisher-blocks.repository.ts'
import { blocksSaid } from './publisher-blocks.ts'
import { sellerChecksOf } from './seller-checks.repository.ts'
import { sellerLines, systemDomain } from './sellers.ts'

/** `show-blocks`: what a publisher wants on none of its placements. */
export const showBlocksVerb = partnerVerb(showBlocks, ({ database }, partner) =>
  database.transaction(scopeOf(partner), async (tx) => await publisherBlock(tx, partner.party_id)),
)

/** `set-blocks`: in force at once, since what stands on its pages is the publisher's to say. */
export const setBlocksVerb = partnerVerb(setBlocks, ({ database }, partner, said) => {
  const blocks = blocksSaid(said)
  return database.transaction(scopeOf(partner), async (tx) => {
    await audit.appendPartnerAct(tx, partner, {
      action: 'publisher.blocked',
      subject: { kind: 'publisher', id: partner.party_id },
      details: blocks,
    })
    await setOwnBlocks(tx, partner.session_token, { block_id: newId(), ...blocks })
    return blocks
  })
})

/** `list-app-keys`: which apps have a key, never the keys. */
export const listAppKeysVerb = partnerVerb(listAppKeys, ({ database }, partner) =>
  database.transaction(scopeOf(partner), async (tx) => ({ apps: await appsOf(tx, partner.party_id) })),
)

/** `show-sellers`: how a publisher's files name us, and whether they do. */
export const showSellersVerb = partnerVerb(showSellers, (services, partner) =>
  services.database.transaction(scopeOf(partner), async (tx) => {
    const publisher = await ownPublisher(tx, partner.party_id)
    const system = systemDomain(services.settings)
    return {
      sellers_json: `${services.settings.public_origin}/sellers.json`,
      ads_txt: sellerLines(system, publisher, 'ads.txt'),
      app_ads_txt: sellerLines(system, publisher, 'app-ads.txt'),
      checks: presentChecks(services, await sellerChecksOf(tx, partner.party_id)),
    }
  }),
)

/** A partner's party was there when they were invited, and nothing takes one away. */
async function ownPublisher(tx: Transaction, publisher_id: string) {
  const publisher = await publisherById(tx, publisher_id)
  if (!publisher) throw new Refusal('record_not_found')
  return publisher
}
