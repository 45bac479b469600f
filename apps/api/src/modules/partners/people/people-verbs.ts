import {
  changePersonRole,
  invitePerson,
  listPeople,
  removePerson as removePersonCall,
} from '@adtally/contract/partner/people.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { hashActivationCode, newActivationCode } from '../../operators/index.ts'
import { partnerVerb, scopeOf } from '../../partner-verb.ts'
import { changeRole, insertInvited, type PersonChange, peopleOf, removePerson } from '../repository.ts'

export const listPeopleVerb = partnerVerb(listPeople, async ({ database }, partner) => {
  const found = await database.transaction(scopeOf(partner), (tx) => peopleOf(tx, partner.party_id))
  return {
    items: found.map(({ person_id, email, role, state, second_factor, invited_at }) => ({
      ...{ person_id, email, role, state, second_factor, invited_at },
    })),
  }
})

/** `invite-person`: the owner gets both halves of the code, since whom they let in sees no more than they do. */
export const invitePersonVerb = partnerVerb(invitePerson, ({ database }, partner, { email, role }) =>
  database.transaction(scopeOf(partner), async (tx) => {
    const person_id = newId()
    const [first_code, second_code] = [newActivationCode(), newActivationCode()]
    const invited = await insertInvited(tx, partner.session_token, {
      ...{ person_id, email, role },
      first_code_hash: hashActivationCode(first_code),
      second_code_hash: hashActivationCode(second_code),
    })
    if (!invited) throw new Refusal('record_exists', { field: 'email' })
    await audit.appendPartnerAct(tx, partner, {
      action: 'partner.invited',
      subject: { kind: 'partner_person', id: person_id },
      details: { role },
    })
    return { person_id, email, role, first_code, second_code }
  }),
)

/** `change-person-role`: the database keeps one owner who can sign in. */
export const changePersonRoleVerb = partnerVerb(
  changePersonRole,
  async ({ database }, partner, { person_id, role }) => {
    const outcome = await database.transaction(scopeOf(partner), (tx) =>
      changeRole(tx, partner.session_token, person_id, role),
    )
    refuseUnlessDone(outcome, 'role')
    return { person_id, role }
  },
)

/** `remove-person`: as `change-person-role`. */
export const removePersonVerb = partnerVerb(
  removePersonCall,
  async ({ database }, partner, { person_id }) => {
    const outcome = await database.transaction(scopeOf(partner), (tx) =>
      removePerson(tx, partner.session_token, person_id),
    )
    refuseUnlessDone(outcome, 'person_id')
    return { person_id, state: 'removed' as const }
  },
)

function refuseUnlessDone(outcome: PersonChange, field: string): void {
  if (outcome === 'done') return
  if (outcome === 'unknown') throw new Refusal('record_not_found', { field: 'person_id' })
  throw new Refusal('state_conflict', { field })
}
