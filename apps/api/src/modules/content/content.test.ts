import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { announcementList, faqDetail, faqHelpful, faqList, rules } from '@adtally/contract/content.ts'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { notifications } from '@adtally/contract/service.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeFolder } from '../../database/make-folder.ts'
import { buildCustomer } from '../../testing/build-customer.ts'
import { buildStaff } from '../../testing/build-staff.ts'
import { type TestProgram, testProgram } from '../../testing/test-program.ts'
import * as policies from '../policies/index.ts'
import { figuresFor, fillFigures } from './fill-figures.ts'
import { fallbacks, inLanguage } from './in-language.ts'
import { contentModule } from './index.ts'
import { readTexts, type Section } from './texts.ts'

let p: TestProgram
beforeAll(async () => {
  p = await testProgram()
})
afterAll(() => p.close())

const speaking = (language: string) => ({ headers: { 'accept-language': language } })

async function verb(name: string, flags: Record<string, unknown>) {
  const { maker } = await buildStaff(p.services)
  const found = contentModule.verbs?.find((one) => one.name === name)
  return await found?.run(p.services, maker, flags)
}

/** The placeholders of a text, as often as it names them; a missing text is null. */
function figuresIn(text: unknown): string[] | null {
  return text === undefined ? null : (JSON.stringify(text).match(/\{\w+\}/g) ?? []).toSorted()
}

const figuresBySection = (sections: readonly Section[] = []) =>
  sections.map(({ section_id, paragraphs }) => [section_id, paragraphs.length, figuresIn(paragraphs)])

describe('texts', () => {
  test('are whole in every language: at least 12 questions, and the rules, with the figures of the English', () => {
    const { questions, rules: sections } = readTexts()
    expect(questions.size).toBeGreaterThanOrEqual(12)
    expect(figuresIn('{b} {a} b {a}')).toEqual(['{a}', '{a}', '{b}'])
    for (const { question_id, texts, related } of questions.values()) {
      for (const other of related) expect(questions.has(other)).toBe(true)
      for (const language of LANGUAGES) {
        expect(figuresIn(texts[language]), `${question_id} in ${language}`).toEqual(figuresIn(texts.en))
      }
    }
    for (const language of LANGUAGES) {
      expect(figuresBySection(sections[language]), language).toEqual(figuresBySection(sections.en))
    }
  })

  test('are listed page by page in their order', async () => {
    const { questions } = readTexts()
    const read = []
    for (let cursor: string | undefined, page = 0; page < 10; page += 1) {
      const { data } = await p.call(faqList, { limit: '7', ...(cursor && { cursor }) })
      read.push(...data.items.map(({ question_id }) => question_id))
      if (data.next_cursor === null) break
      expect(data.items).toHaveLength(7)
      cursor = data.next_cursor
    }
    expect(read).toEqual([...questions.keys()])
    const wrong = await p.call(faqList, { cursor: 'no-question' })
    expect(wrong).toMatchObject({ code: 400, data: { reason: 'cursor_invalid' } })
  })

  test('name only figures that there are, in every language; control: another name is refused', async () => {
    const figures = figuresFor(policies.current(p.services), p.services.settings)
    for (const language of LANGUAGES) {
      const list = await p.call(faqList, { limit: '100' }, speaking(language))
      const { sections } = (await p.call(rules, {}, speaking(language))).data
      expect(JSON.stringify([list.data, sections])).not.toMatch(/[{}]\w+[{}]/)
    }
    for (const { texts } of readTexts().questions.values()) {
      for (const text of Object.values(texts)) {
        expect(() => text.answer.map((paragraph) => fillFigures(paragraph, figures))).not.toThrow()
      }
    }
    expect(() => fillFigures('{platform_fee}', figures)).toThrow('platform_fee')
  })

  test('tell the figures in force', async () => {
    const { sections, policy_version } = (await p.call(rules, {})).data
    const text = JSON.stringify(sections)
    expect(text).toContain('the platform 20 %')
    expect(text).toContain('10.00 USD')
    expect(text).toContain('within 72 hours')
    expect(text).toContain(`version ${policy_version}`)
  })

  test('are told in one’s own language; those that it lacks in another, said so', async () => {
    const thai = (await p.call(rules, {}, speaking('th'))).data
    const chinese = (await p.call(rules, {}, speaking('zh-TW'))).data
    expect([thai.language, chinese.language]).toEqual(['th', 'zh-Hant'])
    expect(fallbacks('zh-Hant')).toEqual(['zh-Hant', 'zh-Hans', 'en'])
    expect(inLanguage({ en: 'a', 'zh-Hans': 'b' }, 'zh-Hant')).toEqual({ language: 'zh-Hans', text: 'b' })
    expect(inLanguage({ en: 'a', 'zh-Hans': 'b' }, 'th')).toEqual({ language: 'en', text: 'a' })
    expect(() => inLanguage({ th: 'b' }, 'de')).toThrow('English')
  })
})

describe('a question', () => {
  test('is answered with related ones, and judged by each customer once', async () => {
    const one = await buildCustomer(p.services)
    const two = await buildCustomer(p.services)
    const question_id = 'pay-to-withdraw'
    const read = async (token: string) =>
      (await p.call(faqDetail, { question_id }, { token, ...speaking('en') })).data
    expect(await read(one.token)).toMatchObject({
      question: 'Do I have to pay something before I can withdraw?',
      language: 'en',
      helpful: null,
    })
    await p.call(faqHelpful, { question_id, helpful: true }, { token: one.token })
    await p.call(faqHelpful, { question_id, helpful: false }, { token: one.token })
    expect([(await read(one.token)).helpful, (await read(two.token)).helpful]).toEqual([false, null])
    expect(await verb('list-votes', {})).toMatchObject([{ question_id, helpful: 0, not_helpful: 1 }])
    const unknown = await p.call(faqDetail, { question_id: 'nothing' }, { token: one.token })
    expect(unknown).toMatchObject({ code: 405, data: { reason: 'question_not_found' } })
  })
})

describe('an announcement', () => {
  test('becomes everybody’s notification once, each in their language, else said which', async () => {
    const one = await buildCustomer(p.services)
    const texts = join(p.services.settings.data_dir, 'announcement.json')
    makeFolder(p.services.settings.data_dir)
    await writeFile(
      texts,
      JSON.stringify({
        en: { title: 'Maintenance on Sunday', content: 'From 02:00 to 03:00 UTC.' },
        de: { title: 'Wartung am Sonntag', content: 'Von 02:00 bis 03:00 UTC.' },
      }),
    )
    await verb('publish-announcement', { category: 'system_maintenance', texts })
    await p.drain()
    await p.drain()
    const read = async (language: string) =>
      (await p.call(notifications, {}, { token: one.token, ...speaking(language) })).data.items
    expect(await read('en')).toMatchObject([
      {
        category: 'system_maintenance',
        title: 'Maintenance on Sunday',
        read: false,
        subject_kind: 'announcement',
      },
    ])
    expect((await read('en'))[0]).not.toHaveProperty('language')
    expect((await read('de'))[0]).toMatchObject({ title: 'Wartung am Sonntag' })
    expect((await read('fr'))[0]).toMatchObject({ title: 'Maintenance on Sunday', language: 'en' })
  })

  test('is listed until it ends or is taken back', async () => {
    const ends_at = new Date(p.services.clock.now_ms() + 60_000).toISOString()
    const flags = { category: 'activity', title: 'Spring', content: 'An activity.' }
    await verb('publish-announcement', { ...flags, ends_at })
    const taken = await verb('publish-announcement', { ...flags, title: 'Taken back' })
    const titles = async () =>
      (await p.call(announcementList, { category: 'activity' })).data.items.map(({ title }) => title)
    expect(await titles()).toEqual(['Taken back', 'Spring'])
    await verb('withdraw-announcement', { announcement_id: Object(taken).announcement_id })
    expect(await titles()).toEqual(['Spring'])
    await p.advance(61_000)
    expect(await titles()).toEqual([])
  })

  test('needs an English text, and an end that is ahead', async () => {
    await expect(verb('publish-announcement', { category: 'activity', title: 'x' })).rejects.toMatchObject({
      reason: 'field_required',
    })
    const flags = { category: 'activity', title: 'x', content: 'y', ends_at: '2001-01-01T00:00:00Z' }
    await expect(verb('publish-announcement', flags)).rejects.toMatchObject({
      details: { field: 'ends_at' },
    })
  })
})
