import { invitePartner, partnerInviting } from '@adtally/contract/operator/market/partners.ts'
import {
  PARTNER_ROLES,
  PARTNER_SIDES,
  type PartnerSide,
} from '@adtally/contract/partner/statement/partner-call.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { advertiserById, publisherById } from '../../marketplace/index.ts'
import { approvedAct } from '../../module.ts'
import { firstCode, hashActivationCode, proposalVerb, secondCode } from '../../operators/index.ts'
import { factsFrom } from '../../proposal-facts.ts'
import { tellOwners } from '../people/party-letters.ts'
import { type Admission, admit } from '../repository.ts'

const partnerInviteAct = approvedAct(partnerInviting, {
  payload: z.strictObject({
    person_id: z.uuid(),
    side: z.enum(PARTNER_SIDES),
    party_id: z.uuid(),
    email: z.string(),
    role: z.enum(PARTNER_ROLES),
    first_code_hash: z.string(),
  }),
  facts: async (_services, tx, { side, party_id, email, role }) => {
    return {
      says: `Let ${email} sign in as ${role} of the ${side} ${await partyName(tx, side, party_id)}`,
      before: {},
      after: factsFrom({ email, side, party_id, role }),
    }
  },
  apply: async (services, tx, { party_id, email, role }, people) => {
    const second_code_hash = hashActivationCode(secondCode(services.settings.secret, people))
    const outcome = await admit(tx, { proposal_id: people.proposal_id, second_code_hash })
    if (outcome !== 'admitted') throw refusalOf(outcome)
    await tellOwners(services, tx, party_id, {
      subject: 'Somebody was invited to your company’s pages',
      text: [`Our office invited ${email} as ${role}.`, 'If you did not ask for this, write to us at once.'],
    })
  },
  shows: ({ settings }, { person_id, email }, people) => ({
    partner_person_id: person_id,
    email,
    second_code: secondCode(settings.secret, people),
  }),
})

/**
 * `invite-partner`: maker and checker each get half of an activation code to hand over, so that neither of them can sign in
 * as whom they invite.
 */
export const invitePartnerVerb = proposalVerb(invitePartner, {
  act: partnerInviteAct,
  makes: 'partner_person_id',
  ask: ({ settings }, _tx, { reason, ...input }, maker) => {
    const person_id = newId()
    const first_code = firstCode(settings.secret, partnerInviting.action, maker)
    return {
      subject: { kind: 'partner_person', id: person_id },
      payload: { person_id, ...input, first_code_hash: hashActivationCode(first_code) },
      reason,
      answer: { first_code },
    }
  },
})

function refusalOf(outcome: Exclude<Admission, 'admitted'>): Refusal {
  if (outcome === 'taken') return new Refusal('record_exists', { field: 'email' })
  if (outcome === 'unknown') return new Refusal('record_not_found', { field: 'party_id' })
  return new Refusal('state_conflict', { field: 'role' })
}

/** A party's name. Throws `record_not_found`. */
async function partyName(tx: Transaction, side: PartnerSide, party_id: string): Promise<string> {
  const party = side === 'advertiser' ? await advertiserById(tx, party_id) : await publisherById(tx, party_id)
  if (!party) throw refusalOf('unknown')
  return party.name
}
