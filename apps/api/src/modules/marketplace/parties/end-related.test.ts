import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { approveAsProposed } from '../../../testing/office/approve-as-proposed.ts'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { expectRefusedByGuard } from '../../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../../testing/said-by-login.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildCustomer } from '../../../testing/worlds/build-customer.ts'
import { buildProduct, runMarketplaceVerb } from '../../../testing/worlds/build-marketplace.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { customerFeed } from '../../audit/index.ts'
import { approvedActs, type Staff } from '../../module.ts'
import { runVerb } from '../../operators/index.ts'
import { marketplaceModule } from '../index.ts'
import { productsByIds } from '../shop.repository.ts'
import { endRelatedVerb } from './end-related.ts'
import { relatedParties } from './related-parties.repository.ts'

const reason = 'The share was sold, register seen'
const t = await testServices()
afterAll(() => t.close())
const staff = await buildStaff(t.services)

const { system } = t
async function declared(more: Record<string, string>): Promise<string> {
  const said = await runMarketplaceVerb(t.services, 'declare-related', {
    kind: 'staff',
    party_name: 'Somebody’s sister',
    share_percent: '30',
    since: '2026-01-01',
    reason: 'Register',
    ...more,
  })
  return String(Object(said).declaration_id)
}
const ending = async (declaration_id: string, by: Staff = staff.maker) =>
  String(Object(await runVerb(t.services, endRelatedVerb, by, { declaration_id, reason })).proposal_id)
const approving = (proposal_id: string, by: Staff = staff.checker) =>
  approveAsProposed(t.services, approvedActs([marketplaceModule]), { proposal_id, staff: by })
const isShown = async (product_id: string) =>
  (await system((tx) => productsByIds(tx, [product_id]))).get(product_id)?.is_related
async function listed(declaration_id: string) {
  const said = Object(await runMarketplaceVerb(t.services, 'list-marketplace', {}))
  return said.related_parties.find((one: { declaration_id: string }) => one.declaration_id === declaration_id)
}

test('a declaration ends by two people, from their approval on, and is shown with its end [proof 300]', async () => {
  const { customer_id, username } = await buildCustomer(t.services)
  const { product_id, advertiser_id } = await buildProduct(t.services)
  const declaration_id = await declared({ advertiser_id, customer: username })
  const other = await declared({ advertiser_id, party_name: 'Somebody’s brother' })
  const proposal_id = await ending(declaration_id)
  expect(await listed(declaration_id)).toMatchObject({ party_name: 'Somebody’s sister', ended_at: null })
  expect(await reasonOf(approving(proposal_id, staff.maker))).toBe('four_eyes')
  expect((await system(relatedParties)).customer_ids.has(customer_id), 'proposed is not ended').toBe(true)
  const before = t.services.clock.now_ms()
  const { says } = await approving(proposal_id)
  expect(says).toMatch(
    /^End the declaration that Somebody’s sister \(staff\) is related by 30 % of the advertiser /,
  )
  const { ended_at } = await listed(declaration_id)
  expect(Math.abs(ended_at.getTime() - before)).toBeLessThan(60_000)
  expect((await system(relatedParties)).customer_ids.has(customer_id)).toBe(false)
  expect(await isShown(product_id), 'another declaration names the advertiser').toBe(true)
  await approving(await ending(other))
  expect(await isShown(product_id)).toBe(false)
  expect(await reasonOf(ending(declaration_id))).toBe('state_conflict')
  expect(await reasonOf(ending(newId()))).toBe('record_not_found')
  const feed = (await system((tx) => customerFeed(tx, customer_id, undefined, 10))).items
  expect(feed.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['related_party.end', 'related_party.end.proposed']),
  )
})

test('of two who approve at once, one ends it; nobody proposes it whose role declares only', async () => {
  const { advertiser_id } = await buildProduct(t.services)
  const declaration_id = await declared({ advertiser_id })
  const [admin] = staff.admins
  expect(await reasonOf(ending(declaration_id, admin))).toBe('staff_role_missing')
  const proposal_id = await ending(declaration_id, staff.maker)
  expect(await reasonOf(ending(declaration_id, staff.checker)), 'one waits at a time').toBe('proposal_open')
  const both = await Promise.all([reasonOf(approving(proposal_id)), reasonOf(approving(proposal_id))])
  expect(both.toSorted()).toEqual(['ok', 'proposal_decided'])
})

test('the office’s login ends none by itself, and none at a time of its choice [proof 301]', async () => {
  const { advertiser_id } = await buildProduct(t.services)
  const [declaration_id, another] = [await declared({ advertiser_id }), await declared({ advertiser_id })]
  const proposal_id = await ending(declaration_id)
  const say = (text: string) => saidByLogin(t.db.logins.office, text)
  const end = (of: string, more = ['', '']) =>
    `insert into marketplace.related_party_ends (declaration_id, proposal_id${more[0]})
       values ('${of}', '${proposal_id}'${more[1]});`
  const approved = `select operators.approve('${staff.checker.session_token}', '${proposal_id}', '{}');`
  await expectRefusedByGuard(
    t.db.asOwner,
    ['marketplace.related_party_ends', 'approved'],
    () => say(end(declaration_id)),
    /nobody approved \{related_party.end\}/,
  )
  expect(await say(approved + end(another))).toMatch(/nobody approved/)
  expect(await say(approved + end(declaration_id, [', ended_at', ", '2026-01-02'"]))).toMatch(
    /permission denied/,
  )
  expect(await say(approved + end(declaration_id))).toBe('done')
  const gone = `delete from marketplace.related_party_ends; delete from marketplace.related_parties`
  expect(await say(gone)).toMatch(/permission denied/)
  const undoing = await plant(t.db.asOwner, [
    {
      routine: 'operators.act_roles',
      from: "'related_party.end', '{content,finance_maker,risk}', '{finance_checker,risk}'",
      to: "'related_party.end', '{admin}', '{admin}'",
    },
  ])
  expect(await say(approved)).toMatch(/holds no role that decides on related_party.end/)
  for (const undo of undoing) await t.db.asOwner(undo)
})

test('control: one that has not ended, or that has ended and is asked for again, is not taken for the other', async () => {
  const { product_id, advertiser_id } = await buildProduct(t.services)
  await declared({ advertiser_id, since: '2999-01-01' })
  expect(await isShown(product_id), 'not in force yet').toBe(false)
  const again = await declared({ advertiser_id })
  expect(await isShown(product_id)).toBe(true)
  await approving(await ending(again))
  expect(await isShown(product_id)).toBe(false)
  await declared({ advertiser_id })
  expect(await isShown(product_id), 'declared anew').toBe(true)
})
