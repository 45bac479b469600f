import type { PartnerRole } from '@adtally/contract/partner/statement/partner-call.ts'
import { afterAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { meetAnother, plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import {
  inviteByStaff,
  makeParty,
  newAddress,
  newPartner,
  PARTNER_PASSWORD,
  runPartnerVerb,
  signInPartner,
  twoAgree,
} from '../../../testing/worlds/partner-world.ts'
import { runVerb, verbsOf } from '../../operators/index.ts'
import type { Partner } from '../../partner-verb.ts'
import { activatePartner, resumePartner } from '../index.ts'

const t = await testServices()
afterAll(() => t.close())

const newOne = async (party_id: string, role: PartnerRole) =>
  await newPartner(t, { side: 'advertiser', party_id, role })
/** As a request does it: by whoever the session says they are now. */
const runAs = async ({ session_token }: Partner, name: string, flags: Record<string, unknown> = {}) =>
  await runPartnerVerb(t.services, await resumePartner(t.services, session_token), name, flags)
const tried = (...asked: Parameters<typeof runAs>) => reasonOf(runAs(...asked))
const isLive = async ({ session_token }: Partner) => await reasonOf(resumePartner(t.services, session_token))

const people = z.object({
  items: z.array(z.object({ person_id: z.string(), role: z.string(), state: z.string(), email: z.string() })),
})
const list = async (partner: Partner) => z.parse(people, await runAs(partner, 'list-people')).items

describe('an owner', () => {
  test('invites, promotes and removes people of their own party, whose sessions end at once [proof 1349]', async () => {
    const party_id = await makeParty(t.services, 'advertiser')
    const owner = await newOne(party_id, 'owner')
    const member = await newOne(party_id, 'member')
    expect((await list(owner)).map(({ role, state }) => [role, state])).toEqual([
      ['owner', 'active'],
      ['member', 'active'],
    ])
    const { person_id } = member
    expect(await tried(owner, 'change-person-role', { person_id, role: 'member' })).toBe('state_conflict')
    expect(await tried(owner, 'change-person-role', { person_id, role: 'finance' })).toBe('ok')
    expect(await isLive(member)).toBe('token_expired')
    const again = await signInPartner(t.services, member.email)
    expect(again.role).toBe('finance')
    expect(await tried(owner, 'remove-person', { person_id })).toBe('ok')
    expect(await isLive(again)).toBe('token_expired')
    expect(await reasonOf(signInPartner(t.services, member.email))).toBe('staff_credentials_wrong')
    expect(await tried(owner, 'remove-person', { person_id })).toBe('record_not_found')
    expect(await list(owner)).toHaveLength(1)
    // The address is free again, for another person.
    expect(await tried(owner, 'invite-person', { email: member.email, role: 'member' })).toBe('ok')
  })

  test('of another party finds nobody there, nor does a colleague who is none [proof 1350]', async () => {
    const party_id = await makeParty(t.services, 'advertiser')
    const owner = await newOne(party_id, 'owner')
    const member = await newOne(party_id, 'member')
    const stranger = await newPartner(t, { side: 'advertiser', role: 'owner' })
    for (const { person_id } of [owner, member]) {
      expect(await tried(stranger, 'remove-person', { person_id })).toBe('record_not_found')
      expect(await tried(stranger, 'change-person-role', { person_id, role: 'finance' })).toBe(
        'record_not_found',
      )
      expect(await tried(member, 'remove-person', { person_id })).toBe('staff_role_missing')
    }
    expect((await list(stranger)).map(({ person_id }) => person_id)).toEqual([stranger.person_id])
    expect(await tried(stranger, 'invite-person', { email: member.email, role: 'member' })).toBe(
      'record_exists',
    )
    expect([await isLive(owner), await isLive(member)]).toEqual(['ok', 'ok'])
  })

  test('keeps no address from anybody by inviting it: unless its code is used, it lapses, and before two of the staff at once [proof 1453]', async () => {
    const [taker, theirs] = [
      await newPartner(t, { side: 'advertiser', role: 'owner' }),
      await makeParty(t.services, 'advertiser'),
    ]
    const owner = await newOne(theirs, 'owner')
    const [by_owner, by_staff] = [newAddress(), newAddress()]
    for (const email of [by_owner, by_staff]) {
      expect(await tried(taker, 'invite-person', { email, role: 'member' })).toBe('ok')
      expect(await tried(owner, 'invite-person', { email, role: 'member' })).toBe('record_exists')
    }
    await inviteByStaff(t.services, { side: 'advertiser', party_id: theirs, email: by_staff, role: 'member' })
    expect((await list(owner)).map(({ email }) => email)).toContain(by_staff)
    expect((await list(taker)).map(({ email }) => email)).not.toContain(by_staff)
    // In their own company a second invitation would only void the code of the first.
    expect(
      await reasonOf(
        inviteByStaff(t.services, { side: 'advertiser', party_id: theirs, email: by_staff, role: 'member' }),
      ),
    ).toBe('record_exists')
    // Who has ever signed in keeps their address, shut out or with their factor reset.
    const member = await newOne(taker.party_id, 'member')
    await twoAgree(t.services, 'reset-partner-factor', {
      partner_person_id: member.person_id,
      reason: 'Lost',
    })
    expect(
      await reasonOf(
        inviteByStaff(t.services, {
          side: 'advertiser',
          party_id: theirs,
          email: member.email,
          role: 'member',
        }),
      ),
    ).toBe('record_exists')
    await t.advance(8 * 86_400_000)
    const again = await signInPartner(t.services, owner.email)
    expect(await tried(again, 'invite-person', { email: by_owner, role: 'member' })).toBe('ok')
    expect(await tried(again, 'invite-person', { email: member.email, role: 'member' })).toBe('record_exists')
  })

  test('is always left who can sign in, also where two remove each other at once [proof 1351]', async () => {
    const party_id = await makeParty(t.services, 'advertiser')
    const first = await newOne(party_id, 'owner')
    for (const [name, flags] of [
      ['remove-person', {}],
      ['change-person-role', { role: 'member' }],
    ] as const)
      expect(await tried(first, name, { person_id: first.person_id, ...flags })).toBe('state_conflict')
    // Somebody who has not set a password is no owner who can go on.
    const email = newAddress()
    expect(await tried(first, 'invite-person', { email, role: 'owner' })).toBe('ok')
    expect(await tried(first, 'remove-person', { person_id: first.person_id })).toBe('state_conflict')
    const second = await newOne(party_id, 'owner')
    const at_once = await Promise.all([
      tried(first, 'remove-person', { person_id: second.person_id }),
      tried(second, 'remove-person', { person_id: first.person_id }),
    ])
    expect(at_once.toSorted()).toEqual(['ok', 'token_expired'])
    const left = at_once[0] === 'ok' ? first : second
    expect((await list(left)).filter(({ state }) => state === 'active')).toHaveLength(1)
  })

  test('control: without the party’s lock both would go', async () => {
    const party_id = await makeParty(t.services, 'advertiser')
    const first = await newOne(party_id, 'owner')
    const second = await newOne(party_id, 'owner')
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'partners.lock_party',
        from: '  perform from partners.people where party_id = of_party order by person_id for no key update;\n',
        to: '',
      },
      {
        routine: 'partners.remove_person',
        from: '  update partners.people set removed_at',
        to: `  ${meetAnother(1_000)}update partners.people set removed_at`,
      },
    ])
    const at_once = await Promise.all([
      tried(first, 'remove-person', { person_id: second.person_id }),
      tried(second, 'remove-person', { person_id: first.person_id }),
    ])
    for (const undo of undoing) await t.db.asOwner(undo)
    expect(at_once).toEqual(['ok', 'ok'])
  })

  test('is asked for a fresh proof by the database, too', async () => {
    const owner = await newPartner(t, { side: 'advertiser', role: 'owner' })
    const at_work = await resumePartner(t.services, owner.session_token)
    await t.db.asOwner(
      "update partners.sessions set opened_at = opened_at - interval '1 hour', proved_at = proved_at - interval '5 minutes' where person_id = $1",
      [owner.person_id],
    )
    const flags = { email: newAddress(), role: 'member' }
    expect(await tried(owner, 'invite-person', flags)).toBe('proof_stale')
    expect(await reasonOf(runPartnerVerb(t.services, at_work, 'invite-person', flags))).toBe('proof_stale')
  })
})

describe('the staff', () => {
  const byRisk = async (name: string, flags: Record<string, string>) => {
    const { checker } = await buildStaff(t.services)
    const verb = verbsOf(t.modules).find((one) => one.name === name)
    if (!verb) throw new Error(`there is no verb ${name}`)
    return await runVerb(t.services, verb, checker, flags)
  }

  test('shut somebody out at once by one of risk, and have them back by two, with all anew [proof 1352]', async () => {
    const owner = await newPartner(t, { side: 'advertiser', role: 'owner' })
    const { person_id, email } = owner
    const shut = () =>
      reasonOf(byRisk('shut-out-partner', { partner_person_id: person_id, reason: 'A stolen password' }))
    expect(await shut()).toBe('ok')
    expect(await shut()).toBe('state_conflict')
    expect(await isLive(owner)).toBe('token_expired')
    expect(await reasonOf(signInPartner(t.services, email))).toBe('staff_credentials_wrong')
    expect(
      await reasonOf(
        twoAgree(t.services, 'reset-partner-factor', { partner_person_id: person_id, reason: 'They asked' }),
      ),
    ).toBe('state_conflict')
    const codes = await twoAgree(t.services, 'readmit-partner', {
      partner_person_id: person_id,
      reason: 'It was changed',
    })
    expect(await reasonOf(signInPartner(t.services, email))).toBe('staff_credentials_wrong')
    const activate = (new_password: string) =>
      reasonOf(activatePartner(t.services, { email, ...codes, new_password }))
    expect(await activate(PARTNER_PASSWORD)).toBe('login_password_same')
    expect(await activate('a heron walks along the quay')).toBe('ok')
    expect(
      await reasonOf(
        twoAgree(t.services, 'readmit-partner', { partner_person_id: person_id, reason: 'It was changed' }),
      ),
    ).toBe('state_conflict')
  })

  test('see who there is, page by page', async () => {
    const { party_id } = await newPartner(t, { side: 'publisher', role: 'owner' })
    for (const role of ['member', 'finance'] as const)
      await newPartner(t, { side: 'publisher', party_id, role })
    const page = z.object({
      items: z.array(z.object({ role: z.string() })),
      next_cursor: z.nullable(z.string()),
    })
    const first = z.parse(page, await byRisk('list-partner-people', { party_id, limit: '2' }))
    const cursor = first.next_cursor ?? ''
    const rest = z.parse(page, await byRisk('list-partner-people', { party_id, limit: '2', cursor }))
    expect([...first.items, ...rest.items].map(({ role }) => role)).toEqual(['owner', 'member', 'finance'])
    expect(rest.next_cursor).toBeNull()
  })
})
