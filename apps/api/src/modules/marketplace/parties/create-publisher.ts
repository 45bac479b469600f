import * as z from 'zod/mini'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, staffVerb } from '../../module.ts'
import { propose } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { reasonText, sha256Text } from '../../verb-fields.ts'
import { domain, legalName, shownName } from '../fields.ts'
import { insertPublisher } from './parties.repository.ts'

const facts = {
  name: shownName,
  legal_name: legalName,
  account_name: legalName,
  domain,
  evidence_hash: sha256Text,
}

/** `create-publisher`: proposes a verified publisher with the domain of its pages. */
export const createPublisherVerb = staffVerb({
  name: 'create-publisher',
  summary:
    'Propose a verified publisher: --name, --legal-name, --account-name (who is paid), --domain, --evidence-hash, --reason',
  roles: ['finance_maker', 'content'],
  proposes: 'publisher.create',
  input: z.strictObject({ ...facts, reason: reasonText }),
  run: (services, maker, { reason, ...payload }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const publisher_id = newId()
      const proposed = await propose(services, tx, {
        act: publisherCreateAct,
        subject_kind: 'publisher',
        subject_id: publisher_id,
        makes_subject: true,
        payload: { publisher_id, ...payload },
        reason,
        maker,
      })
      return { publisher_id: proposed.subject_id, ...proposed }
    }),
})

export const publisherCreateAct = approvedAct({
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
