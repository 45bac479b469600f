import { because, text } from '@adtally/contract/fields.ts'
import { ACCEPTOR_KINDS } from '@adtally/contract/money/exchange.ts'
import { reasonText, sha256Text } from '@adtally/contract/operator/fields.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import * as policies from '../policies/index.ts'
import { factsFrom } from '../proposal-facts.ts'
import { insertAcceptor } from './acceptors.repository.ts'
import { feePercent } from './fields.ts'
import { feeWithin, hundredths } from './rules.ts'

const facts = {
  kind: z.enum(ACCEPTOR_KINDS, { error: because('field_invalid') }),
  name: text(120),
  legal_name: text(200),
  account_name: text(200),
  evidence_hash: sha256Text,
}

const acceptorCreateAct = approvedAct({
  action: 'acceptor.create',
  checker_roles: ['finance_checker', 'risk'],
  payload: z.strictObject({ acceptor_id: z.uuid(), ...facts, fee_basis_points: z.int() }),
  facts: async (_services, _tx, { acceptor_id: _, fee_basis_points, ...acceptor }) => {
    const fee_percent = hundredths(fee_basis_points)
    return {
      says: `Make ${acceptor.name} (${acceptor.legal_name}) an acceptor, of whose exchanges the platform takes ${fee_percent} %`,
      before: {},
      after: factsFrom({ ...acceptor, fee_percent }),
    }
  },
  apply: async (_services, tx, { evidence_hash, ...acceptor }, { proposal_id }) => {
    const is_new = await insertAcceptor(tx, {
      ...acceptor,
      evidence_hash: Buffer.from(evidence_hash, 'hex'),
      proposal_id,
    })
    if (!is_new) throw new Refusal('record_exists', { field: 'legal_name' })
    return { acceptor_id: acceptor.acceptor_id }
  },
})

/** `create-acceptor`: proposes an acceptor whose documents were seen; without bond and limit it exchanges nothing. */
export const createAcceptorVerb = proposalVerb({
  name: 'create-acceptor',
  summary:
    'Propose a verified acceptor: --kind individual|enterprise, --name (shown), --legal-name, --account-name (whose account pays the bond), --evidence-hash, --fee-percent 0.00 to 3.00 (the platform’s part of each exchange), --reason',
  roles: ['finance_maker', 'risk'],
  act: acceptorCreateAct,
  makes: 'acceptor_id',
  input: z.strictObject({ ...facts, fee_percent: feePercent, reason: reasonText }),
  ask: async (services, _tx, { reason, fee_percent, ...verified }) => {
    if (feeWithin(fee_percent, policies.current(services).exchange_fee_max_percent) < fee_percent) {
      throw new Refusal('policy_out_of_bounds', { field: 'fee_percent' })
    }
    const acceptor_id = newId()
    return {
      subject: { kind: 'acceptor', id: acceptor_id },
      payload: { acceptor_id, ...verified, fee_basis_points: fee_percent },
      reason,
    }
  },
})
