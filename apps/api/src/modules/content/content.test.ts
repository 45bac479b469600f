import { faqDetail, faqHelpful, faqList, rules } from '@adtally/contract/content.ts'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { namesIn } from '@adtally/i18n/tell-text.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { figuresFor, fillFigures } from './fill-figures.ts'
import { fallbacks, inLanguage } from './in-language.ts'
import { contentModule } from './index.ts'
import { type ContentTexts, readFiles, type Section, withNewer } from './texts.ts'

const p = await testProgram()
afterAll(() => p.close())

/** The texts shown before anybody publishes a version. */
const readTexts = (): ContentTexts =>
  withNewer(readFiles(), { questions: new Map(), sections: new Map(), words: new Map() })

const speaking = (language: string) => ({ headers: { 'accept-language': language } })

async function verb(name: string, flags: Record<string, unknown>) {
  const { maker } = await buildStaff(p.services)
  const found = contentModule.verbs?.find((one) => one.name === name)
  return await found?.run(p.services, maker, flags)
}

const linesIn = (text: unknown): string[] =>
  typeof text === 'object' && text !== null ? Object.values(text).flatMap(linesIn) : [String(text)]

/** The names in a text, repeats included; null for a missing text. */
function figuresIn(text: unknown): string[] | null {
  return text === undefined ? null : linesIn(text).flatMap(namesIn).toSorted()
}

const figuresBySection = (sections: readonly Section[] = []) =>
  sections.map(({ section_id, paragraphs }) => [section_id, paragraphs.length, figuresIn(paragraphs)])

describe('texts', () => {
  test('name in every language that has them the figures of the English; rules and questions are in all', () => {
    const { questions, rules: sections, words } = readTexts()
    expect(questions.size).toBeGreaterThanOrEqual(12)
    expect(figuresIn('{b} {a} b {a}')).toEqual(['a', 'a', 'b'])
    for (const { question_id, texts, related } of questions.values()) {
      for (const other of related) expect(questions.has(other)).toBe(true)
      for (const [language, text] of Object.entries(texts)) {
        expect(figuresIn(text), `${question_id} in ${language}`).toEqual(figuresIn(texts.en))
      }
    }
    for (const { word, texts } of words.values()) {
      for (const [language, text] of Object.entries(texts)) {
        expect(figuresIn(text), `${word} in ${language}`).toEqual(figuresIn(texts.en))
      }
    }
    for (const language of LANGUAGES) {
      const untold = [...questions.values()].filter(({ texts }) => !texts[language])
      expect(untold, language).toEqual([])
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
    const figures = figuresFor(p.services)
    for (const language of LANGUAGES) {
      const list = await p.call(faqList, { limit: '100' }, speaking(language))
      const { sections } = (await p.call(rules, {}, speaking(language))).data
      expect(JSON.stringify([list.data, sections])).not.toMatch(/[{}]\w+[{}]/)
    }
    expect(() => fillFigures('en', '{platform_fee}', figures)).toThrow('platform_fee')
  })

  test('tell the figures in force', async () => {
    const { sections, policy_version } = (await p.call(rules, {})).data
    const text = JSON.stringify(sections)
    expect(text).toContain('we get 20%')
    expect(text).toContain('10.00\u00a0USD')
    expect(text).toContain('within 72\u00a0hours')
    expect(text).toContain(`version\u00a0${policy_version}`)
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
