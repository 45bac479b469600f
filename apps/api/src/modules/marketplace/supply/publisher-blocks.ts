import { id } from '@adtally/contract/fields.ts'
import { reasonText } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { advertiserDomains, categoryList } from '../fields.ts'
import { publisherById } from '../parties/parties.repository.ts'
import { insertPublisherBlock, publisherBlock } from './publisher-blocks.repository.ts'

const publisherBlockAct = approvedAct({
  action: 'publisher.block',
  checker_roles: ['finance_checker', 'risk'],
  payload: z.strictObject({
    publisher_id: z.uuid(),
    categories: z.array(z.string()),
    advertiser_domains: z.array(z.string()),
  }),
  facts: async (_services, tx, { publisher_id, ...after }) => ({
    says: `Show on no placement of ${await nameOrRefuse(tx, publisher_id)} what is of ${listed(after.categories)} or leads to ${listed(after.advertiser_domains)}`,
    before: factsFrom({ ...(await publisherBlock(tx, publisher_id)) }),
    after: factsFrom(after),
  }),
  apply: async (_services, tx, block, { proposal_id }) => {
    await insertPublisherBlock(tx, { ...block, proposal_id })
    return { publisher_id: block.publisher_id }
  },
})

/** `block-for-publisher`: two people's, since it takes what customers placed off a publisher's pages. */
export const blockForPublisherVerb = proposalVerb({
  name: 'block-for-publisher',
  summary:
    'Propose what a publisher wants on none of its placements, in place of what it said before: --publisher-id, --categories gambling,dating, --advertiser-domains casino.example (of landing pages, with their subdomains), --reason; without a list nothing of its kind is blocked',
  roles: ['content', 'finance_maker', 'risk'],
  act: publisherBlockAct,
  input: z.strictObject({
    publisher_id: id,
    categories: z.optional(categoryList),
    advertiser_domains: z.optional(advertiserDomains),
    reason: reasonText,
  }),
  ask: async (_services, tx, { publisher_id, categories = [], advertiser_domains = [], reason }) => {
    await nameOrRefuse(tx, publisher_id)
    return {
      subject: { kind: 'publisher', id: publisher_id },
      payload: { publisher_id, categories, advertiser_domains },
      reason,
    }
  },
})

async function nameOrRefuse(tx: Transaction, publisher_id: string): Promise<string> {
  const publisher = await publisherById(tx, publisher_id)
  if (!publisher) throw new Refusal('record_not_found', { field: 'publisher_id' })
  return publisher.name
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? 'nothing' : items.join(', ')
}
