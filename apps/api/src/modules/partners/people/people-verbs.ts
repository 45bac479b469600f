import {
  changePersonRole,
  invitePerson,
  listPeople,
  removePerson as removePersonCall,
} from '@adtally/contract/partner/people.ts'
import { newId } from '../../../database/identifiers.ts'
import { Refusal } from '../../../lib/refusal.ts'
import * as audit from '../../audit/index.ts'
import { activationCode, hashActivationCode } from '../../operators/index.ts'
import { type Partner, partnerVerb, scopeOf } from '../../partner-verb.ts'
import type { Services } from '../../services.ts'
import {
  changeRole,
  insertInvited,
  type PersonChange,
  peopleOf,
  personById,
  removePerson,
} from '../repository.ts'
import { tellOwners } from './party-letters.ts'

/** What every letter about people ends with. */
const UNWANTED =
  'If you did not want this, and can’t undo it or can’t sign in any more, write to us at once: we can shut somebody out within minutes.'

/** What the log calls it. */
const INVITED = 'partner.invited'

export const listPeopleVerb = partnerVerb(listPeople, async ({ database }, partner) => {
  const found = await database.transaction(scopeOf(partner), (tx) => peopleOf(tx, partner.party_id))
  return {
    items: found.map(({ person_id, email, role, state, second_factor, invited_at }) => ({
      ...{ person_id, email, role, state, second_factor, invited_at },
    })),
  }
})

/**
 * `invite-person`: the owner gets both halves of the code, since whom they let in sees no more than they do. Whoever got no
 * answer, and asks again by the same request, gets the same halves.
 */
export const invitePersonVerb = partnerVerb(
  invitePerson,
  (services, partner, { email, role }) =>
    services.database.transaction(scopeOf(partner), async (tx) => {
      const done = await audit.doneByPartner(tx, partner)
      const before = done?.action === INVITED ? await personById(tx, done.subject_id) : undefined
      if (before?.state === 'invited' && before.email === email && before.role === role)
        return { person_id: before.person_id, email, role, ...codesOf(services, partner, before.person_id) }
      const person_id = newId()
      const { first_code, second_code } = codesOf(services, partner, person_id)
      const invited = await insertInvited(tx, partner.session_token, {
        ...{ person_id, email, role },
        first_code_hash: hashActivationCode(first_code),
        second_code_hash: hashActivationCode(second_code),
      })
      if (!invited) throw new Refusal('record_exists', { field: 'email' })
      await audit.appendPartnerAct(tx, partner, {
        action: INVITED,
        subject: { kind: 'partner_person', id: person_id },
        details: { role },
      })
      await tellOwners(services, tx, partner.party_id, {
        subject: 'Somebody was invited to your company’s pages',
        text: [`${partner.email} invited ${email} as ${role}.`, UNWANTED],
      })
      return { person_id, email, role, first_code, second_code }
    }),
  { answers_again: true },
)

/** Both halves of whom this owner invited. */
function codesOf({ settings }: Services, { person_id: owner_id }: Partner, person_id: string) {
  const code = (half: string) => activationCode(settings.secret, ['invited', half, owner_id, person_id])
  return { first_code: code('first'), second_code: code('second') }
}

/** `change-person-role`: the database keeps one owner who can sign in. */
export const changePersonRoleVerb = partnerVerb(changePersonRole, (services, partner, { person_id, role }) =>
  services.database.transaction(scopeOf(partner), async (tx) => {
    const before = await personById(tx, person_id)
    refuseUnlessDone(await changeRole(tx, partner.session_token, person_id, role), 'role')
    if (before)
      await tellOwners(services, tx, partner.party_id, {
        about: before,
        subject: 'A role in your company’s pages was changed',
        text: [`${partner.email} made ${before.email} ${role}, who was ${before.role}.`, UNWANTED],
      })
    return { person_id, role }
  }),
)

/** `remove-person`: as `change-person-role`. */
export const removePersonVerb = partnerVerb(removePersonCall, (services, partner, { person_id }) =>
  services.database.transaction(scopeOf(partner), async (tx) => {
    const before = await personById(tx, person_id)
    refuseUnlessDone(await removePerson(tx, partner.session_token, person_id), 'person_id')
    if (before)
      await tellOwners(services, tx, partner.party_id, {
        about: before,
        subject: 'Somebody was removed from your company’s pages',
        text: [`${partner.email} removed ${before.email}, who was ${before.role}.`, UNWANTED],
      })
    return { person_id, state: 'removed' as const }
  }),
)

function refuseUnlessDone(outcome: PersonChange, field: string): void {
  if (outcome === 'done') return
  if (outcome === 'unknown') throw new Refusal('record_not_found', { field: 'person_id' })
  throw new Refusal('state_conflict', { field })
}
