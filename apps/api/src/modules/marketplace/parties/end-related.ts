import { endRelated, relatedPartyEnding } from '@adtally/contract/operator/market/parties.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { nameOfCustomer } from '../../identity/index.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { advertiserById, publisherById } from './parties.repository.ts'
import { type Declaration, declarationById, endDeclaration } from './related-parties.repository.ts'

const endRelatedAct = approvedAct(relatedPartyEnding, {
  payload: z.strictObject({ declaration_id: z.uuid() }),
  facts: async (_services, tx, { declaration_id }) => {
    const declaration = await endable(tx, declaration_id)
    const { party_name, kind, since } = declaration
    return {
      says: `End the declaration that ${party_name} (${kind}) is related by ${await sharesOf(tx, declaration)}`,
      before: factsFrom({ in_force_since: since }),
      after: factsFrom({ in_force_since: null }),
    }
  },
  apply: async (_services, tx, { declaration_id }, { proposal_id }) => {
    if (!(await endDeclaration(tx, { declaration_id, proposal_id }))) throw ended()
    return { declaration_id }
  },
})

/** `end-related`: by two people, unlike the declaration, because customers are shown less from then on. */
export const endRelatedVerb = proposalVerb(endRelated, {
  act: endRelatedAct,
  ask: async (_services, tx, { declaration_id, reason }) => {
    const { customer_id } = await endable(tx, declaration_id)
    return {
      subject: { kind: 'related_party', id: declaration_id },
      customer_id,
      payload: { declaration_id },
      reason,
    }
  },
})

async function endable(tx: Transaction, declaration_id: string): Promise<Declaration> {
  const declaration = await declarationById(tx, declaration_id)
  if (!declaration) throw new Refusal('record_not_found', { field: 'declaration_id' })
  if (declaration.ended_at) throw ended()
  return declaration
}

function ended(): Refusal {
  return new Refusal('state_conflict', { field: 'declaration_id' })
}

async function sharesOf(tx: Transaction, declaration: Declaration): Promise<string> {
  const { customer_id, advertiser_id, publisher_id, share_percent } = declaration
  const advertiser = advertiser_id === null ? null : await advertiserById(tx, advertiser_id)
  const publisher = publisher_id === null ? null : await publisherById(tx, publisher_id)
  const parts = [
    advertiser && `${share_percent} % of the advertiser ${advertiser.name}`,
    publisher && `${share_percent} % of the publisher ${publisher.name}`,
    customer_id !== null && `the account of ${await nameOfCustomer(tx, customer_id)}`,
  ]
  return parts.filter((part) => typeof part === 'string').join(', ')
}
