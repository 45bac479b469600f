import {
  createPublisher,
  PUBLISHER_FACTS,
  publisherCreating,
} from '@adtally/contract/operator/market/parties.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { isRegistered } from '../../../lib/addresses/is-registered.ts'
import { isOfThisMachine } from '../../../lib/addresses/public-address.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { insertPublisher } from './parties.repository.ts'

const publisherCreateAct = approvedAct(publisherCreating, {
  payload: z.strictObject({ publisher_id: z.uuid(), ...PUBLISHER_FACTS }),
  facts: async (_services, _tx, { publisher_id: _, ...publisher }) => ({
    says: `Make ${publisher.name} (${publisher.legal_name}) a publisher on ${publisher.domain}`,
    before: {},
    after: factsFrom(publisher),
  }),
  apply: async (_services, tx, { evidence_hash, ...publisher }) => {
    const inserted = await insertPublisher(tx, {
      ...publisher,
      evidence_hash: Buffer.from(evidence_hash, 'hex'),
    })
    if (!inserted) throw new Refusal('record_exists', { field: 'domain' })
    return { publisher_id: publisher.publisher_id }
  },
})

/** `create-publisher`: proposes a verified publisher with the domain that its pages lie under. */
export const createPublisherVerb = proposalVerb(createPublisher, {
  act: publisherCreateAct,
  makes: 'publisher_id',
  ask: async ({ settings }, _tx, { reason, ...payload }) => {
    // A sandbox's publishers are sites of its own machine.
    const is_of_sandbox = settings.ledger_mode === 'sandbox' && isOfThisMachine(payload.domain)
    if (!is_of_sandbox && !isRegistered(payload.domain, { allows_hosting: false }))
      throw new Refusal('field_invalid', { field: 'domain', bounds: { example: 'news.example' } })
    const publisher_id = newId()
    return { subject: { kind: 'publisher', id: publisher_id }, payload: { publisher_id, ...payload }, reason }
  },
})
