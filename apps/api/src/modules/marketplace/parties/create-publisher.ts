import { reasonText, sha256Text } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { isRegistered } from '../../../lib/addresses/is-registered.ts'
import { isOfThisMachine } from '../../../lib/addresses/public-address.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct } from '../../module.ts'
import { proposalVerb } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { domain, legalName, shownName } from '../fields.ts'
import { insertPublisher } from './parties.repository.ts'

const facts = {
  name: shownName,
  legal_name: legalName,
  account_name: legalName,
  domain,
  evidence_hash: sha256Text,
}

const publisherCreateAct = approvedAct({
  action: 'publisher.create',
  checker_roles: ['finance_checker', 'risk'],
  payload: z.strictObject({ publisher_id: z.uuid(), ...facts }),
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
export const createPublisherVerb = proposalVerb({
  name: 'create-publisher',
  summary:
    'Propose a verified publisher: --name, --legal-name, --account-name (who is paid), --domain, --evidence-hash, --reason',
  roles: ['finance_maker', 'content'],
  act: publisherCreateAct,
  makes: 'publisher_id',
  input: z.strictObject({ ...facts, reason: reasonText }),
  ask: async ({ settings }, _tx, { reason, ...payload }) => {
    // A sandbox's publishers are sites of its own machine.
    const is_of_sandbox = settings.ledger_mode === 'sandbox' && isOfThisMachine(payload.domain)
    if (!is_of_sandbox && !isRegistered(payload.domain, { allows_hosting: false }))
      throw new Refusal('field_invalid', { field: 'domain', bounds: { example: 'news.example' } })
    const publisher_id = newId()
    return { subject: { kind: 'publisher', id: publisher_id }, payload: { publisher_id, ...payload }, reason }
  },
})
