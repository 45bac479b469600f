import {
  partnerFactorResetting,
  partnerReadmitting,
  readmitPartner,
  resetPartnerFactor,
} from '@adtally/contract/operator/market/partners.ts'
import type { PersonState } from '@adtally/contract/partner/statement/partner-call.ts'
import * as z from 'zod/mini'
import type { Transaction } from '../../../database/database.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { approvedAct, type People, type Staff } from '../../module.ts'
import { firstCode, hashActivationCode, proposalVerb, secondCode } from '../../operators/index.ts'
import type { Services } from '../../services.ts'
import { tellOwners } from '../people/party-letters.ts'
import { type Person, personById, readmitPerson, resetPersonFactor } from '../repository.ts'

const payload = z.strictObject({ person_id: z.uuid(), first_code_hash: z.string() })

const shows = ({ settings }: Services, { person_id }: z.infer<typeof payload>, people: People) => ({
  partner_person_id: person_id,
  second_code: secondCode(settings.secret, people),
})

const partnerReadmitAct = approvedAct(partnerReadmitting, {
  payload,
  facts: async (_services, tx, { person_id }) => {
    const { email, role, side, party_id } = await personIn(tx, person_id, ['shut_out'])
    return {
      says: `Let ${email}, ${role} of the ${side} ${party_id}, come back with another password and second factor`,
      before: { state: 'shut_out' },
      after: { state: 'invited' },
    }
  },
  apply: async (services, tx, { person_id }, people) => {
    const second_code_hash = hashActivationCode(secondCode(services.settings.secret, people))
    const person = await personById(tx, person_id)
    await readmitPerson(tx, { proposal_id: people.proposal_id, second_code_hash })
    if (person) await tellRenewed(services, tx, person)
  },
  shows,
})

/** `readmit-partner`: what they signed in with was perhaps stolen, so they set both up anew, as somebody new does. */
export const readmitPartnerVerb = proposalVerb(readmitPartner, {
  act: partnerReadmitAct,
  ask: (services, _tx, { partner_person_id, reason }, maker) =>
    askWithCode(services, { maker, action: partnerReadmitting.action }, partner_person_id, reason),
})

const partnerFactorResetAct = approvedAct(partnerFactorResetting, {
  payload,
  facts: async (_services, tx, { person_id }) => {
    const person = await personIn(tx, person_id, ['active', 'invited'])
    return {
      says: `Let ${person.email}, ${person.role} of the ${person.side} ${person.party_id}, set up a password and a second factor anew`,
      before: { state: person.state, second_factor: person.second_factor ? 'set' : 'none' },
      after: { state: 'invited', second_factor: 'none' },
    }
  },
  apply: async (services, tx, { person_id }, people) => {
    const second_code_hash = hashActivationCode(secondCode(services.settings.secret, people))
    const person = await personById(tx, person_id)
    await resetPersonFactor(tx, { proposal_id: people.proposal_id, second_code_hash })
    if (person) await tellRenewed(services, tx, person)
  },
  shows,
})

/** `reset-partner-factor`: for whoever lost their second factor, or let their activation code end. */
export const resetPartnerFactorVerb = proposalVerb(resetPartnerFactor, {
  act: partnerFactorResetAct,
  ask: (services, _tx, { partner_person_id, reason }, maker) =>
    askWithCode(services, { maker, action: partnerFactorResetting.action }, partner_person_id, reason),
})

function askWithCode(
  { settings }: Services,
  { maker, action }: { maker: Staff; action: string },
  person_id: string,
  reason: string,
) {
  const first_code = firstCode(settings.secret, action, maker)
  return {
    subject: { kind: 'partner_person', id: person_id },
    payload: { person_id, first_code_hash: hashActivationCode(first_code) },
    reason,
    answer: { first_code },
  }
}

async function tellRenewed(services: Services, tx: Transaction, person: Person): Promise<void> {
  await tellOwners(services, tx, person.party_id, {
    about: person,
    subject: 'Somebody may set a new password for your company’s pages',
    text: [
      `Our office gave ${person.email} a code to set a password and a second factor anew.`,
      'If you did not ask for this, write to us at once.',
    ],
  })
}

/** Throws `record_not_found`, and `state_conflict` for somebody who is in none of these states. */
async function personIn(tx: Transaction, person_id: string, states: readonly PersonState[]): Promise<Person> {
  const person = await personById(tx, person_id)
  if (!person) throw new Refusal('record_not_found', { field: 'partner_person_id' })
  if (!states.includes(person.state)) throw new Refusal('state_conflict', { field: 'partner_person_id' })
  return person
}
