import { faqDetail, faqList, rules } from '@adtally/contract/content.ts'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Office, type Printed } from '../../demo/office.ts'
import { approveAsProposed } from '../../testing/office/approve-as-proposed.ts'
import { expectRefusedByGuard, expectRefusedByRoutine } from '../../testing/refused-by-guard.ts'
import { saidByLogin } from '../../testing/said-by-login.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff, joinStaff } from '../../testing/worlds/build-staff.ts'
import { fileOf } from '../given-file.ts'
import { approvedActs } from '../module.ts'
import type { Services } from '../services.ts'

const p = await testProgram()
afterAll(() => p.close())
const staff = await buildStaff(p.services)
const office = new Office(p.services, p.modules, staff)
const customer = await buildCustomer(p.services, { language: 'en' })

async function flagsOf(kind: string, name: string, texts: unknown, more: Printed = {}): Promise<Printed> {
  const texts_file = fileOf('texts.json', JSON.stringify(texts))
  return { kind, name, texts_file, reason: 'it was unclear', ...more }
}

const questionOf = (question: string, answer = 'So it is.') => ({ question, answer: [answer] })
const sectionOf = (title: string, paragraph = 'So it is.') => ({ title, paragraphs: [paragraph] })

async function propose(question_id: string, question: string) {
  return await office.run(
    'publish-text',
    await flagsOf('question', question_id, { en: questionOf(question) }),
  )
}

async function read(question_id: string, language = 'en') {
  const headers = { 'accept-language': language }
  return (await p.call(faqDetail, { question_id }, { token: customer.token, headers })).data
}

async function listed(question_id: string) {
  const { items } = (await p.call(faqList, { limit: '100' })).data
  return items.find((item) => item.question_id === question_id)?.question
}

const rulesIn = async (language: string) =>
  (await p.call(rules, {}, { headers: { 'accept-language': language } })).data
const versionsOf = async (kind: string, name: string) =>
  Object(await office.run('show-text', { kind, name })).versions
const approved = (proposal_id: unknown) => office.check('approve', { proposal_id })

describe('a version of a text', () => {
  test('is nobody’s to read before a second person who may has approved it, and is shown from then on [proof 359]', async () => {
    const question_id = 'pay-to-withdraw'
    const before = await read(question_id)
    expect(before).toMatchObject({ version: 1, since: null })
    const { proposal_id } = await propose(question_id, 'Does a withdrawal cost something?')
    expect(await versionsOf('question', question_id)).toMatchObject([
      { state: 'proposed', version: null, proposed_by: 'maker', approved_by: null },
    ])
    await expect(office.run('approve', { proposal_id })).rejects.toMatchObject({ reason: 'four_eyes' })
    const outsider = await joinStaff(p.services, staff, { username: 'olga', roles: ['support', 'risk'] })
    await expect(office.run('approve', { proposal_id }, outsider)).rejects.toMatchObject({
      reason: 'staff_role_missing',
    })
    const flags = await flagsOf('question', question_id, { en: questionOf('Other?') })
    await expect(office.run('publish-text', flags, outsider)).rejects.toMatchObject({
      reason: 'staff_role_missing',
    })
    expect(await read(question_id)).toEqual(before)
    const { outcome } = await approved(proposal_id)
    expect(outcome).toMatchObject({ version: 2 })
    await expect.poll(() => listed(question_id)).toBe('Does a withdrawal cost something?')
    const after = await read(question_id)
    expect(after).toMatchObject({ version: 2, answer: ['So it is.'], topic: before.topic })
    expect(after.since).toBe(Object(outcome).since.toISOString())
    // A version without German does not fall back to the first version's German.
    expect(await read(question_id, 'de')).toMatchObject({ language: 'en', version: 2 })
    expect(await versionsOf('question', question_id)).toMatchObject([
      { state: 'shown', version: 2, proposed_by: 'maker', approved_by: 'checker', reason: 'it was unclear' },
    ])
  })

  test('leaves the ones before it as they were, each with its number and names, and takes the next number', async () => {
    const name = 'what-is-a-plan'
    for (const question of ['Second?', 'Third?']) {
      await office.decide('publish-text', await flagsOf('question', name, { en: questionOf(question) }))
    }
    expect(await versionsOf('question', name)).toMatchObject([
      { version: 3, state: 'shown', approved_by: 'checker' },
      { version: 2, state: 'replaced', approved_by: 'checker' },
    ])
    const said = async (version: string) =>
      Object(await office.run('show-text', { kind: 'question', name, version })).texts
    expect((await said('1')).en.question).toBe('What is a plan?')
    expect((await said('2')).en).toEqual(questionOf('Second?'))
    await expect(said('4')).rejects.toMatchObject({ reason: 'record_not_found' })
    const texts = await office.list('list-texts')
    expect(texts).toContainEqual(
      expect.objectContaining({ kind: 'question', name, version: 3, title: 'Third?' }),
    )
    expect(texts).toContainEqual(
      expect.objectContaining({ kind: 'contract', version: 1, languages_missing: [] }),
    )
  })

  test('keeps the languages that its file lacks where that is asked', async () => {
    const flags = await flagsOf('question', 'can-i-lose-money', { en: questionOf('May I lose money?') })
    await office.decide('publish-text', { ...flags, keep_languages: 'true' })
    await expect.poll(() => listed('can-i-lose-money')).toBe('May I lose money?')
    expect(await read('can-i-lose-money', 'de')).toMatchObject({ language: 'de', version: 2 })
  })

  test('of a section of the rules leaves no reader with two languages in one text', async () => {
    const german = await rulesIn('de')
    expect(german.language).toBe('de')
    const flags = await flagsOf('rule', 'changes', { en: sectionOf('What changes') })
    const { proposal_id } = await office.run('publish-text', flags)
    const { now } = await office.check('show-proposal', { proposal_id })
    expect(Object(now).after.rules_missing).toMatch(/^the whole rules: .*German/)
    await approved(proposal_id)
    await expect.poll(async () => (await rulesIn('en')).sections.at(-1)?.title).toBe('What changes')
    const english = await rulesIn('de')
    expect(english.language).toBe('en')
    expect(english.sections.map(({ version }) => version)).toEqual(
      german.sections.map(({ section_id }) => (section_id === 'changes' ? 2 : 1)),
    )
    const back = await flagsOf(
      'rule',
      'changes',
      { de: sectionOf('Was sich ändert') },
      { keep_languages: 'true' },
    )
    await office.decide('publish-text', back)
    await expect.poll(async () => (await rulesIn('de')).language).toBe('de')
  })

  test.each<[string, Printed, object]>([
    ['a text that there is not', { name: 'nothing' }, { reason: 'record_not_found' }],
    ['no English', { texts: { de: questionOf('Was?') } }, { reason: 'field_required' }],
    ['a language that there is not', { texts: { xx: questionOf('?') } }, { reason: 'field_unknown' }],
    [
      'a figure that there is not',
      { texts: { en: questionOf('{platform_fee}?') } },
      { reason: 'text_not_showable' },
    ],
    [
      'a figure that one language leaves out',
      { texts: { en: questionOf('{brand}?'), de: questionOf('Was?') } },
      { reason: 'text_not_showable', details: { values: { language: 'de' } } },
    ],
    [
      'a brace that nothing closes',
      { texts: { en: questionOf('{brand?') } },
      { reason: 'text_not_showable' },
    ],
    [
      'a plural of what is no number',
      { texts: { en: questionOf('{brand, plural, one {# brand} other {# brands}}?') } },
      { reason: 'text_not_showable' },
    ],
    ['a tag', { texts: { en: questionOf('<b>Really</b>?') } }, { reason: 'text_not_showable' }],
    ['another shape', { texts: { en: { title: 'x', paragraphs: ['y'] } } }, { reason: expect.any(String) }],
  ])(
    'is refused at its proposal: %s [proof 591]',
    async (_name, { name = 'how-to-withdraw', texts }, refusal) => {
      const flags = await flagsOf('question', String(name), texts ?? { en: questionOf('What?') })
      await expect(office.run('publish-text', flags)).rejects.toMatchObject(refusal)
    },
  )
})

/** The services of a program that ships another text for this question. */
function withOwnQuestion(name: string, question: string): Services {
  const { content } = p.services
  const of_kind = content.kinds.get('question')
  if (!of_kind) throw new Error('there are questions')
  const built_in = new Map([...of_kind.built_in, [name, { en: questionOf(question) }]])
  const kinds = new Map([...content.kinds, ['question', { ...of_kind, built_in }]])
  return { ...p.services, content: Object.create(content, { kinds: { value: kinds } }) }
}

describe('who approves a version', () => {
  test('sees the lines that go and come, by language, and who reads another; where another goes, is asked again [proof 360]', async () => {
    const name = 'where-revenue-comes-from'
    const texts = {
      en: questionOf('Whence revenue?', 'From {brand}.'),
      'zh-Hans': questionOf('收入？', '{brand}。'),
    }
    const { proposal_id, languages_missing } = await office.run(
      'publish-text',
      await flagsOf('question', name, texts),
    )
    expect(languages_missing).toEqual(LANGUAGES.filter((language) => !Object.keys(texts).includes(language)))
    const seen = await office.check('show-proposal', { proposal_id })
    expect(seen.says).toMatch(
      /^Publish version 2 of question where-revenue-comes-from, “Whence revenue\?”, in 2 of 12 languages; changed: /,
    )
    expect(seen.now).toMatchObject({
      before: { version: '1', text_en: expect.stringContaining('revenue'), text_de: expect.any(String) },
      after: {
        ...{ version: '2', languages: 'Simplified Chinese, English' },
        text_en: 'Whence revenue? ¶ From {brand}.',
        languages_missing: expect.stringMatching(
          /French: reads English;.*Traditional Chinese: reads Simplified Chinese;/,
        ),
      },
    })
    await expect(propose(name, 'Meanwhile?')).rejects.toMatchObject({ reason: 'proposal_open' })
    // A release that brings other words of its own: what the version takes the place of is not what was seen.
    const acts = approvedActs(p.modules)
    const asked = { proposal_id: String(proposal_id), staff: staff.checker }
    await expect(approveAsProposed(withOwnQuestion(name, 'New?'), acts, asked)).rejects.toMatchObject({
      reason: 'proposal_changed',
    })
    await approved(proposal_id)
    await expect.poll(() => listed(name)).toBe('Whence revenue?')
  })
})

describe('whoever speaks SQL', () => {
  const ids: Record<string, string> = {}
  const asOffice = (statements: string) => saidByLogin(p.db.logins.office, statements, ids)
  const APPROVE = "select operators.approve('<token>', '<proposal>', '{}');"
  const row = (own: Record<string, string> = {}) =>
    `insert into content.text_versions (kind, name, version, texts, proposal_id, published_at)
     values (${own.kind ?? "'question'"}, ${own.name ?? "'how-to-withdraw'"}, ${own.version ?? '2'},
       ${own.texts ?? "'<texts>'"}, ${own.proposal ?? "'<proposal>'"}, ${own.at ?? 'platform.now()'})`
  beforeAll(async () => {
    const { proposal_id } = await propose('how-to-withdraw', 'How do I withdraw?')
    Object.assign(ids, { proposal: proposal_id, token: staff.checker.session_token })
    ids.texts = JSON.stringify({ en: questionOf('How do I withdraw?') })
  })

  test.each<[string, Record<string, string>]>([
    ['other words', { texts: `'{"en": {"question": "Pay?", "answer": ["Pay us."]}}'` }],
    ['a language more', { texts: `'<texts>'::jsonb || '{"de": {}}'` }],
    ['another question', { name: "'pay-to-withdraw'" }],
    ['another kind', { kind: "'rule'" }],
    ['another proposal’s name', { proposal: 'uuidv7()' }],
  ])(
    'as the office publishes, with an approval in hand, nothing else than was approved: %s [proof 361]',
    async (_name, own) => {
      expect(await asOffice(`${APPROVE} ${row(own)}`)).toMatch(/nobody approved/)
    },
  )

  test('control: as approved it is done, once, by no other login; without the guard by one alone', async () => {
    expect(await asOffice(`${APPROVE} ${row()}`)).toBe('done')
    expect(await asOffice(`${APPROVE} ${row()}; ${row()}`)).toMatch(/proposal_id_key/)
    for (const login of [p.db.logins.api, p.db.logins.worker, p.db.logins.delivery]) {
      expect(await saidByLogin(login, row(), ids)).toMatch(/permission denied/)
    }
    const guard = ['content.text_versions', 'said_by_two'] as const
    await expectRefusedByGuard(p.db.asOwner, guard, () => asOffice(row()), /nobody approved/)
  })

  test('says neither which number a version has nor since when; without the trigger it would', async () => {
    const forged = () =>
      asOffice(`${APPROVE} ${row({ version: '77', at: "'2001-01-01'" })};
        do $$ begin if exists (select from content.text_versions where version = 77 or published_at < '2002-01-01')
          then raise exception 'it is forged'; end if; end $$`)
    expect(await forged()).toBe('done')
    await p.db.asOwner('alter table content.text_versions disable trigger numbered')
    expect(await forged()).toMatch(/it is forged/)
    await p.db.asOwner('alter table content.text_versions enable always trigger numbered')
  })

  test('changes no version that there is, nor takes one away: nor does the owner', async () => {
    const changes = [
      'update content.text_versions set texts = \'{"en": {}}\'',
      'delete from content.text_versions',
      'truncate content.text_versions',
    ]
    for (const change of changes) {
      expect(await asOffice(change)).toMatch(/permission denied/)
      await expect(p.db.asOwner(change)).rejects.toThrow('not allowed')
    }
    // Control: only the trigger prevents the owner from deleting.
    await p.db.asOwner('alter table content.text_versions disable trigger stay')
    const gone = `do $$ begin delete from content.text_versions; if not exists (select from content.text_versions)
      then raise exception 'all are gone'; end if; end $$`
    await expect(p.db.asOwner(gone)).rejects.toThrow('all are gone')
    await p.db.asOwner('alter table content.text_versions enable always trigger stay')
    expect(await p.db.asOwner('select from content.text_versions')).not.toEqual([])
  })

  test('control: with a payload that nothing compares, other words would be shown', async () => {
    const fault = { routine: 'operators.as_written', from: 'where made ?', to: 'where false and made ?' }
    const other = `'{"en": {"question": "Pay?", "answer": ["Pay us."]}}'`
    const say = () => asOffice(`${APPROVE} ${row({ texts: other })}`)
    await expectRefusedByRoutine(p.db.asOwner, [fault], say, /nobody approved/)
  })
})
