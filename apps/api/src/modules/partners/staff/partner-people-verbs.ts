import { listPartnerPeople, shutOutPartner } from '@adtally/contract/operator/market/partners.ts'
import { Refusal } from '../../../lib/refusal.ts'
import { staffVerb } from '../../module.ts'
import { listPageByKey } from '../../staff-list.ts'
import { tellOwners } from '../people/party-letters.ts'
import { peopleAfter, personById, shutOutPerson } from '../repository.ts'

/** `shut-out-partner`: immediate and by one person, because a stolen password can't wait. */
export const shutOutPartnerVerb = staffVerb(
  shutOutPartner,
  (services, staff, { partner_person_id: person_id, reason }) =>
    services.database.transaction({ kind: 'system' }, async (tx) => {
      const person = await personById(tx, person_id)
      if (!person) throw new Refusal('record_not_found', { field: 'partner_person_id' })
      const done = await shutOutPerson(tx, staff.session_token, { person_id, reason })
      if (!done) throw new Refusal('state_conflict', { field: 'partner_person_id' })
      await tellOwners(services, tx, person.party_id, {
        about: person,
        subject: 'Somebody was shut out of your company’s pages',
        text: [`Our office shut ${person.email} out.`, 'Two people of our office can let them back in.'],
      })
      return { partner_person_id: person_id, state: 'shut_out' as const }
    }),
)

export const listPartnerPeopleVerb = staffVerb(
  listPartnerPeople,
  async (services, _staff, { party_id, ...flags }) => {
    const { items, next_cursor } = await listPageByKey(services, flags, {
      limit_default: 100,
      read: (tx, after, rows_max) => peopleAfter(tx, party_id, after, rows_max),
      keyOf: ({ person_id }) => person_id,
    })
    return {
      items: items.map(({ person_id, ...row }) => ({ partner_person_id: person_id, ...row })),
      next_cursor,
    }
  },
)
