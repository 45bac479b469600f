import { blockForPublisher, publisherBlocking } from '@adtally/contract/operator/market/catalogue.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { isRegistered } from '../../../lib/addresses/is-registered.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { publisherById } from '../parties/parties.repository.ts'
import { type Blocked, insertPublisherBlock, publisherBlock } from './publisher-blocks.repository.ts'

const publisherBlockAct = approvedAct(publisherBlocking, {
  payload: z.strictObject({
    publisher_id: z.uuid(),
    categories: z.array(z.string()),
    advertiser_domains: z.array(z.string()),
  }),
  facts: async (_services, tx, { publisher_id, ...after }) => ({
    says: `Show on no placement of ${await nameOrRefuse(tx, publisher_id)} what is of ${listed(after.categories)} or leads to ${listed(after.advertiser_domains)}`,
    before: factsFrom(listsOf(await publisherBlock(tx, publisher_id))),
    after: factsFrom(after),
  }),
  apply: async (_services, tx, block, { proposal_id }) => {
    await insertPublisherBlock(tx, { ...block, block_id: newId(), proposal_id })
    return { publisher_id: block.publisher_id }
  },
})

/** `block-for-publisher`: two people's, since it takes what customers placed off a publisher's pages. */
export const blockForPublisherVerb = proposalVerb(blockForPublisher, {
  act: publisherBlockAct,
  ask: async (_services, tx, { publisher_id, reason, ...said }) => {
    const blocks = blocksSaid(said)
    await nameOrRefuse(tx, publisher_id)
    return {
      subject: { kind: 'publisher', id: publisher_id },
      payload: { publisher_id, ...blocks },
      reason,
    }
  },
})

/**
 * What somebody says that a publisher does not want. Throws `field_required` where they say neither anything nor that nothing
 * is blocked any more, which an empty form would otherwise do unseen; `field_invalid` where they say both, and for a domain that
 * is everybody's, such as `com`, and for an address.
 */
export function blocksSaid({
  categories = [],
  advertiser_domains = [],
  unblock_all = false,
}: {
  categories?: string[] | undefined
  advertiser_domains?: string[] | undefined
  unblock_all?: boolean | undefined
}): { categories: string[]; advertiser_domains: string[] } {
  const is_empty = categories.length + advertiser_domains.length === 0
  if (is_empty && !unblock_all) throw new Refusal('field_required', { field: 'categories' })
  if (!is_empty && unblock_all) throw new Refusal('field_invalid', { field: 'unblock_all' })
  refuseUnregistered(advertiser_domains)
  return { categories, advertiser_domains }
}

function refuseUnregistered(advertiser_domains: readonly string[]): void {
  if (advertiser_domains.every((domain) => isRegistered(domain))) return
  const bounds = { example: 'casino.example,play.shop.example' }
  throw new Refusal('field_invalid', { field: 'advertiser_domains', bounds })
}

async function nameOrRefuse(tx: Transaction, publisher_id: string): Promise<string> {
  const publisher = await publisherById(tx, publisher_id)
  if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
  return publisher.name
}

function listsOf({ categories, advertiser_domains }: Blocked) {
  return { categories, advertiser_domains }
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? 'nothing' : items.join(', ')
}
