import { afterAll, beforeEach, expect, test } from 'vitest'
import { LETTER } from '../../../testing/office/letter.ts'
import { testServices, testSettings } from '../../../testing/servers/test-services.ts'
import { PartiesWorld } from '../../../testing/worlds/parties-world.ts'
import { newAddress, newPartner, runPartnerAct } from '../../../testing/worlds/partner-world.ts'
import { openLetter } from '../../mail/index.ts'
import type { Partner } from '../../partner-verb.ts'
import { momentText } from './party-letters.ts'

const DAY_MS = 86_400_000
const ACCOUNT = 'GB33BUKB20201555555555'

const t = await testServices({
  settings: testSettings({ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'office@adtally.example' }),
})
afterAll(() => t.close())
const world = await PartiesWorld.make(t)
beforeEach(async () => {
  await t.db.asOwner('delete from mail.letters')
})

const act = (partner: Partner, name: string, flags: Record<string, unknown> = {}) =>
  runPartnerAct(t, partner, name, flags)
const company = async () => {
  const owner = await newPartner(t, { side: 'publisher', role: 'owner' })
  const { party_id } = owner
  return { owner, party_id, member: await newPartner(t, { side: 'publisher', party_id, role: 'member' }) }
}

/** Who has been written to since, with what, in no order. */
async function written(): Promise<{ to: string; subject: string; text: string }[]> {
  const rows = await t.db.asOwner<{ letter_id: string; letter_sealed: Buffer }>(
    'delete from mail.letters returning letter_id, letter_sealed',
  )
  return rows.map(({ letter_id, letter_sealed }) => openLetter(t.services, letter_id, letter_sealed))
}
const toOf = (letters: readonly { to: string; subject: string }[], subject: RegExp) =>
  letters.flatMap((letter) => (subject.test(letter.subject) ? [letter.to] : [])).toSorted()
const emails = (...people: readonly Partner[]) => people.map(({ email }) => email).toSorted()

test('a stolen owner’s login takes no company without a letter to who loses it, nor an account [proof 1450]', async () => {
  const { owner, party_id, member } = await company()
  await written()
  const thief = await newPartner(t, { side: 'publisher', party_id, role: 'owner' })
  const invited = await written()
  expect(toOf(invited, /invited/)).toEqual(emails(owner))
  expect(invited[0]?.text).toContain(`${owner.email} invited ${thief.email} as owner`)

  await act(thief, 'remove-person', { person_id: owner.person_id })
  expect(toOf(await written(), /removed/)).toEqual(emails(owner, thief))
  const { change_id } = await act(thief, 'change-account', { account_number: ACCOUNT })
  const asked = await written()
  expect(toOf(asked, /bank account/)).toEqual(emails(owner, thief, member))
  const { change } = await act(thief, 'show-account')
  for (const { text } of asked) expect(text).toContain(momentText(new Date(change.settable_at)))

  await t.advance(DAY_MS + 60_000)
  const { proposal_id } = await world.office.run('set-payee-account', {
    ...{ payee_kind: 'publisher', payee_id: party_id, change_id },
    ...{ evidence_file: LETTER, reason: 'A statement of the bank' },
  })
  const { after } = await world.office.check('show-proposal', { proposal_id })
  expect(after).toMatchObject({ asked_by: thief.email })
  const changed_at = new Date(String(Object(after).people_changed_at))
  expect(t.services.clock.now_ms() - changed_at.getTime()).toBeLessThan(2 * DAY_MS)
  await world.office.check('approve', { proposal_id })
  expect(toOf(await written(), /was set/)).toEqual(emails(owner, thief, member))

  // Who was removed long ago is told of no more.
  await t.advance(8 * DAY_MS)
  await act(thief, 'change-account', { account_number: 'DE89370400440532013000' })
  expect(toOf(await written(), /bank account/)).toEqual(emails(thief, member))
})

test('owners and whom it is about are told of each change of people, by whoever makes it [proof 1451]', async () => {
  const { owner, party_id, member } = await company()
  const finance = await newPartner(t, { side: 'publisher', party_id, role: 'finance' })
  await written()
  await act(owner, 'change-person-role', { person_id: member.person_id, role: 'owner' })
  const [letter] = await written().then((letters) => letters.filter(({ to }) => to === member.email))
  expect(letter?.text).toContain(`${owner.email} made ${member.email} owner, who was member`)

  const partner_person_id = finance.person_id
  const reason = 'A stolen password'
  await world.office.run('shut-out-partner', { partner_person_id, reason })
  expect(toOf(await written(), /shut out/)).toEqual(emails(owner, member, finance))
  await world.office.decide('readmit-partner', { partner_person_id, reason })
  expect(toOf(await written(), /new password/)).toEqual(emails(owner, member, finance))
  const email = newAddress()
  await world.office.decide('invite-partner', { side: 'publisher', party_id, email, role: 'member', reason })
  expect(toOf(await written(), /invited/)).toEqual(emails(owner, member))
})

test('an address that was only invited is not written to: it may be anybody’s [proof 1452]', async () => {
  const { owner } = await company()
  const email = newAddress()
  const { person_id } = await act(owner, 'invite-person', { email, role: 'finance' })
  await act(owner, 'change-person-role', { person_id, role: 'member' })
  await act(owner, 'remove-person', { person_id })
  expect((await written()).map(({ to }) => to)).not.toContain(email)
})
