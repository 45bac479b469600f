import {
  acceptorCreating,
  createAcceptor,
  verifiedAcceptor,
} from '@adtally/contract/operator/finance/acceptors.ts'
import * as z from 'zod/mini'
import { newId } from '../../database/identifiers.ts'
import { Refusal } from '../../lib/refusal.ts'
import { approvedAct } from '../module.ts'
import { proposalVerb } from '../operators/index.ts'
import * as policies from '../policies/index.ts'
import { factsFrom } from '../proposal-facts.ts'
import { insertAcceptor } from './acceptors.repository.ts'
import { feeWithin, hundredths } from './rules.ts'

const acceptorCreateAct = approvedAct(acceptorCreating, {
  payload: z.strictObject({ acceptor_id: z.uuid(), ...verifiedAcceptor, fee_basis_points: z.int() }),
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
export const createAcceptorVerb = proposalVerb(createAcceptor, {
  act: acceptorCreateAct,
  makes: 'acceptor_id',
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
