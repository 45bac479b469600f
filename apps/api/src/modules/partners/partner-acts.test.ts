import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { reasonOf } from '../../testing/reason-of.ts'
import { testServices } from '../../testing/servers/test-services.ts'
import { newPartner } from '../../testing/worlds/partner-world.ts'
import * as audit from '../audit/index.ts'
import { type Partner, scopeOf } from '../partner-verb.ts'
import { signPartnerOut } from './index.ts'

const t = await testServices()
afterAll(() => t.close())
const database = t.services.databases.api

const ACT = { action: 'test.done', subject: { kind: 'thing', id: 'a' } }
const appendAs = (partner: Partner, scope = scopeOf(partner)) =>
  database.transaction(scope, (tx) => audit.appendPartnerAct(tx, partner, ACT))

/** The last entries of partners, newest first. */
const lastEntries = async (rows_max: number) =>
  await t.system(async (tx) => {
    const { rows } = await sql<{ actor_id: string; actor_name: string; actor_role: string; action: string }>`
      select actor_id, actor_name, actor_role, action from audit.entries where actor_kind = 'partner'
      order by sequence desc limit ${rows_max}`.execute(tx)
    return rows
  })

describe('what a partner does', () => {
  test('stands in the audit with party, person and role, whatever else the program says [proof 1340]', async () => {
    const partner = await newPartner(t, { side: 'publisher', role: 'owner' })
    const member = await newPartner(t, { side: 'publisher', party_id: partner.party_id, role: 'member' })
    await appendAs(
      { ...member, role: 'owner', person_id: partner.person_id, side: 'advertiser' },
      scopeOf(member),
    )
    expect(await lastEntries(2)).toEqual([
      {
        actor_id: member.person_id,
        actor_name: `publisher ${partner.party_id}`,
        actor_role: 'member',
        action: 'test.done',
      },
      expect.objectContaining({ actor_id: member.person_id, action: 'partner.signed_in' }),
    ])
    expect((await t.system((tx) => audit.verifyChain(tx))).faults).toEqual([])
  })

  test('is not recorded after the session’s end, or in a transaction of another party [proof 1341]', async () => {
    const partner = await newPartner(t, { side: 'advertiser', role: 'owner' })
    const other = await newPartner(t, { side: 'advertiser', role: 'owner' })
    await expect(appendAs(partner, scopeOf(other))).rejects.toThrow('nobody of a partner is at work')
    await appendAs(partner)
    await signPartnerOut(t.services, partner.session_token)
    await expect(appendAs(partner)).rejects.toThrow('nobody of a partner is at work')
    // Control: the other's session is not touched by it.
    await appendAs(other)
  })

  test('is done once by a request’s id', async () => {
    const partner = await newPartner(t, { side: 'advertiser', role: 'owner' })
    const request_id = '0193f2c0-0000-7000-8000-000000000001'
    await appendAs({ ...partner, request_id })
    expect(await reasonOf(appendAs({ ...partner, request_id }))).toBe('request_done')
  })
})
