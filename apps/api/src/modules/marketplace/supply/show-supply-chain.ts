import { showSupplyChain } from '@adtally/contract/operator/market/catalogue.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { publisherById } from '../parties/parties.repository.ts'
import { presentChecks } from './check-sellers.ts'
import { sellerChecksOf } from './seller-checks.repository.ts'
import { sellerLines, supplyChain, systemDomain } from './sellers.ts'

/** `show-supply-chain`: how a publisher names us, whether it does, and the chain that its places are offered by. */
export const showSupplyChainVerb = staffVerb(showSupplyChain, (services, _staff, { publisher_id }) =>
  services.database.transaction({ kind: 'system' }, async (tx) => {
    const publisher = await publisherById(tx, publisher_id)
    if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
    const system = systemDomain(services.settings)
    const own = await sellerChecksOf(tx, publisher_id)
    return {
      publisher_id,
      ads_txt: sellerLines(system, publisher, 'ads.txt'),
      app_ads_txt: sellerLines(system, publisher, 'app-ads.txt'),
      checks: presentChecks(services, own),
      schain: supplyChain(system, publisher),
    }
  }),
)
