import { existsSync, readFileSync } from 'node:fs'
import { faqDetail, faqList, rules } from '@adtally/contract/content.ts'
import { LANGUAGES, type Language } from '@adtally/contract/enums.ts'
import { WORDS, wordList } from '@adtally/contract/words.ts'
import { namesIn } from '@adtally/i18n/tell-text.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { Office } from '../../demo/office.ts'
import { type TestProgram, testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { fileOf } from '../given-file.ts'
import { STATUS_TRANSITIONS } from '../plans/index.ts'
import { FIGURE_NAMES } from '../policies/index.ts'
import { canSay, figuresFor, fillFigures, policySince } from './fill-figures.ts'
import { type QuestionText, readFiles } from './texts.ts'

const FILES = readFiles()
const ROOT = new URL('../../../../../', import.meta.url)
const paperOf = (name: string) => readFileSync(new URL(`docs/${name}`, ROOT), 'utf8')

const p = await testProgram()
afterAll(() => p.close())
const office = new Office(p.services, p.modules, await buildStaff(p.services))
const customer = await buildCustomer(p.services, { language: 'en' })

const english = (question_id: string): QuestionText => {
  const text = FILES.questions.get(question_id)?.texts.en
  if (!text) throw new Error(`no question ${question_id}`)
  return text
}
const linesOf = ({ question, answer, table }: QuestionText) => [
  question,
  ...answer,
  ...(table?.columns ?? []),
  ...(table?.rows.flat() ?? []),
]

const everyLine = (language: Language): string[] => [
  ...[...FILES.questions.values()].flatMap(({ texts: { [language]: text } }) => (text ? linesOf(text) : [])),
  ...[...FILES.words.values()].flatMap(({ texts: { [language]: text } }) =>
    text ? [text.term, text.definition] : [],
  ),
]

const read = async (question_id: string) =>
  (await p.call(faqDetail, { question_id }, { token: customer.token, headers: { 'accept-language': 'en' } }))
    .data
const rowOf = async (question_id: string, name: string) =>
  (await read(question_id)).table?.rows.find(({ cells }) => cells[0] === name)

/** Names that are neither the policy's, nor a module's or the settings'. */
function unknownNames(names: readonly string[]): string[] {
  const told = new Set(p.services.content.figure_sources.flatMap((source) => namesOf(source)))
  const of_policy = FIGURE_NAMES.flatMap((name) => [
    name.replace(/_micros$/, ''),
    name.replace(/_ms$/, '_hours'),
    name.replace(/_ms$/, '_days'),
  ])
  return names.filter((name) => ![...of_policy, 'policy_version'].includes(name) && !told.has(name))
}
const namesOf = ({ values }: TestProgram['services']['content']['figure_sources'][number]) =>
  Object.keys(values(p.services.policies.all[0] ?? fail(), p.services.settings))
const fail = (): never => {
  throw new Error('no policy')
}

// First of all tests, because a later one changes the policy.
test('the worked plans are what settlement makes of them, by hand [proof 516]', async () => {
  const { table, answer } = await read('plan-with-numbers')
  // 100 at 0.25 a click are 400 clicks; 48 × 2.50 = 120, 32 × 2.50 = 80; 100 / 2.50 = 40 break even.
  expect(table?.rows.map(({ cells }) => cells.slice(1))).toEqual([
    ['100.00\u00a0USD', '100.00\u00a0USD'],
    ['400', '400'],
    ['100.00\u00a0USD', '100.00\u00a0USD'],
    ['48', '32'],
    ['120.00\u00a0USD', '80.00\u00a0USD'],
    ['Profit of 20.00\u00a0USD', 'Loss of 20.00\u00a0USD'],
  ])
  // No row has a date, because nothing in this table depends on the policy.
  expect(table?.rows.some(({ by_policy }) => by_policy)).toBe(false)
  expect(answer[1]).toContain('80.00\u00a0USD goes to publishers and 20.00\u00a0USD is our fee')
  expect(answer[2]).toContain('at 40\u00a0conversions')
  // A cap of 200 % of 100 is 80 payouts of 2.50.
  expect((await read('conversion-cap')).answer[0]).toContain('80\u00a0conversions, or 200.00\u00a0USD')
  // A fifth of the spend was startup funds: a fifth of 120 exceeds what they paid; a fifth of 80 is 16.
  expect((await read('startup-in-numbers')).answer[1]).toMatch(
    /earns 120\.00\u00a0USD, 20\.00\u00a0USD is returned.*earns 80\.00\u00a0USD, 16\.00\u00a0USD is returned and 4\.00\u00a0USD is written off/,
  )
  // 20 % of a profit of 20; nothing where as much was lost before.
  expect((await read('following-fee')).answer[2]).toMatch(
    /the share is 4\.00\u00a0USD.*the share would be 0\.00\u00a0USD/,
  )
})

describe('figures', () => {
  test('that help names are the policy’s, the settings’ or a module’s, and what changed is told since when [proof 515]', async () => {
    expect(unknownNames(LANGUAGES.flatMap(everyLine).flatMap(namesIn))).toEqual([])
    expect(unknownNames(['platform_fee', 'hold_limit_minutes'])).toEqual([
      'platform_fee',
      'hold_limit_minutes',
    ])
    const figures = figuresFor(p.services)
    for (const language of LANGUAGES)
      for (const line of everyLine(language).filter((each) => canSay(each, figures)))
        expect(() => fillFigures(language, line, figures), line).not.toThrow()

    // Nothing has changed since the first version; figures that no policy sets have no date at all.
    const fee = 'Our fee on delivery, included in spend'
    expect(await rowOf('every-fee', fee)).toMatchObject({
      cells: [fee, '20% of spend'],
      by_policy: true,
      since: null,
    })
    const rail_fee = 'Withdrawal: the bank’s transfer fee, taken off the amount'
    expect(await rowOf('every-fee', rail_fee)).toMatchObject({ by_policy: false, since: null })
    expect((await read('every-fee')).figures_since).toBeNull()

    const { effective_from } = await changePolicy('platform_fee_percent=18')
    await expect.poll(async () => (await rowOf('every-fee', fee))?.cells[1]).toBe('18% of spend')
    expect(await rowOf('every-fee', fee)).toMatchObject({ by_policy: true, since: effective_from })
    expect(await rowOf('every-fee', 'A month of VIP')).toMatchObject({ by_policy: true, since: null })
    expect((await read('every-fee')).figures_since).toBe(effective_from)
    expect((await read('how-to-withdraw')).figures_since).toBeNull()
    // Values computed from a figure change with it: the worked example and where VIP pays for itself.
    expect((await read('plan-with-numbers')).answer[1]).toContain(
      '82.00\u00a0USD goes to publishers and 18.00\u00a0USD',
    )
    expect((await read('vip')).answer.join(' ')).toContain('3% of your cash spend')
    expect(policySince(['{vip_break_even_spend}'], figuresFor(p.services)).since?.toISOString()).toBe(
      effective_from,
    )
  })

  test('are told in the language’s manner: amounts, numbers and plurals, with their units on one line [proof 590]', async () => {
    const paragraphOf = async (language: string, section: string, index: number) => {
      const { data } = await p.call(rules, {}, { headers: { 'accept-language': language } })
      return data.sections.find(({ section_id }) => section_id === section)?.paragraphs[index]
    }
    expect(await paragraphOf('en', 'plans', 0)).toContain('10.00\u00a0USD or above 5,000.00\u00a0USD')
    expect(await paragraphOf('de', 'plans', 0)).toContain('10,00\u00a0USD und nie über 5.000,00\u00a0USD')
    expect(await paragraphOf('ru', 'plans', 0)).toContain('5\u00a0000,00\u00a0USD')
    expect(await paragraphOf('de', 'plans', 1)).toContain('innerhalb von 48\u00a0Stunden')
    // A word that a browser would break at the end of a line.
    expect(await paragraphOf('th', 'plans', 0)).toContain('คอน\u2060เวอร์ชัน')
    const kept = FILES.questions.get('close-account')?.texts ?? {}
    const told = (language: Language, years: number) => {
      const figures = figuresFor({
        ...p.services,
        settings: { ...p.services.settings, records_kept_years: years },
      })
      return fillFigures(language, kept[language]?.answer[3] ?? '', figures)
    }
    expect([told('en', 1), told('en', 5)]).toEqual([
      'We keep these records for 1\u00a0year.',
      'We keep these records for 5\u00a0years.',
    ])
    expect([1, 2, 5].map((years) => told('ru', years))).toEqual([
      'Срок их хранения\u00a0— 1\u00a0год.',
      'Срок их хранения\u00a0— 2\u00a0года.',
      'Срок их хранения\u00a0— 5\u00a0лет.',
    ])
  })

  test('of who runs the program are its settings’, and where it has none the paragraph is left out', async () => {
    const { settings } = p.services
    expect([settings.legal_entity, settings.support_contact]).toEqual([null, null])
    const told = await read('who-we-are')
    expect(told.answer).toHaveLength(2)
    expect(told.answer.join(' ')).not.toMatch(/[{}]|null/)
    const figures = figuresFor({
      ...p.services,
      settings: { ...settings, legal_entity: 'Harbour Advertising Ltd', licence_statement: null },
    })
    const [who = '', licence = ''] = english('who-we-are').answer
    expect([canSay(who, figures), canSay(licence, figures)]).toEqual([true, false])
    expect(fillFigures('en', who, figures)).toContain(
      `${settings.brand.name} is run by Harbour Advertising Ltd.`,
    )
  })
})

/** Two members of staff change a figure to nobody's disadvantage, so it holds at once. */
async function changePolicy(set: string): Promise<{ effective_from: string }> {
  await office.decide('policy-propose', { set: [set], reason: 'a test of help' })
  await p.services.policies.reload()
  const newest = p.services.policies.all.at(-1) ?? fail()
  return { effective_from: newest.effective_from.toISOString() }
}

describe('promises', () => {
  const rowsIn = (page: string) =>
    [...page.matchAll(/^\| `([\w-]+)` \| (\d+) \| [^|]+ \| ([^|]+) \|$/gm)].map(
      ([, question_id = '', paragraph = '', shown_by = '']) => ({
        name: `${question_id} ${paragraph}`,
        shown_by,
      }),
    )

  function faultsOf(page: string, known_proofs: string): string[] {
    const rows = rowsIn(page)
    const paragraphs = [...FILES.questions.values()].flatMap(({ question_id, texts }) =>
      (texts.en?.answer ?? []).map((_text, index) => `${question_id} ${index + 1}`),
    )
    const shownBy = (shown_by: string) => (shown_by === '–' ? [] : shown_by.split('<br>'))
    return [
      ...paragraphs
        .filter((name) => !rows.some((row) => row.name === name))
        .map((name) => `no row for ${name}`),
      ...rows.filter(({ name }) => !paragraphs.includes(name)).map(({ name }) => `no paragraph ${name}`),
      ...rows.flatMap(({ name, shown_by }) =>
        shownBy(shown_by)
          .filter((proof) => !isThere(proof.trim(), known_proofs))
          .map((proof) => `${name} names ${proof}`),
      ),
    ]
  }

  /** Whether a proof exists: its number on the page of rules, or its test file. */
  function isThere(proof: string, known_proofs: string): boolean {
    if (/^\d/.test(proof)) return known_proofs.includes(` ${proof}`) || known_proofs.includes(`>${proof}`)
    const [, path = ''] = /^`([^`]+\.test\.tsx?)`$/.exec(proof) ?? []
    return path !== '' && existsSync(new URL(path, ROOT))
  }

  test('stand with the tests that show them, a row a paragraph [proof 517]', () => {
    const [page, proofs] = [paperOf('help-and-tests.md'), paperOf('rules-and-tests.md')]
    expect(faultsOf(page, proofs)).toEqual([])
    const first = page.indexOf('| `what-is-a-plan` 1') === -1 ? page.indexOf('| `what-is-a-plan` | 1 |') : -1
    const without = page.slice(0, first) + page.slice(page.indexOf('\n', first) + 1)
    const planted = `${without}| \`what-is-a-plan\` | 9 | more | 1 \`apps/api/src/gone.test.ts\` |\n`
    expect(faultsOf(planted, proofs)).toEqual([
      'no row for what-is-a-plan 1',
      'no paragraph what-is-a-plan 9',
      'what-is-a-plan 9 names 1 `apps/api/src/gone.test.ts`',
    ])
  })

  /** How the answer names each trigger of a failed placement. */
  const REASONS: Readonly<Record<string, RegExp>> = {
    creative_refused: /refused the ad\b/,
    review_overdue: /review it in time/,
    no_delivery: /Nothing was delivered in time/,
    cancelled: /You cancelled/,
    product_closed: /product was closed/,
    account_disabled: /account was disabled/,
  }

  test('contradict neither the statuses nor each other: every reason of a failed placing, no settled figure that is final, one source of codes, holds with what does not count', () => {
    const statuses = english('plan-statuses').answer.join(' ')
    const triggers = STATUS_TRANSITIONS.filter(({ to }) => to === 'putFailed').flatMap((row) => row.triggers)
    expect(Object.keys(REASONS).toSorted()).toEqual([...new Set(triggers)].toSorted())
    for (const trigger of triggers) expect(statuses, trigger).toMatch(REASONS[trigger] ?? /^$/)
    const all = [...FILES.questions.keys()].map((id) => linesOf(english(id)).join(' ')).join(' ')
    expect(all).not.toMatch(/settled figure is final|result is final|final and booked/i)
    expect(english('authorization-code').answer[1]).toMatch(/from customer service only/)
    expect(all).not.toMatch(/operator of the network|your contact there/)
    const holds = readHolds()
    expect(holds).toMatch(/at most 10 days a year/)
    expect(holds).toMatch(/Legal holds.*the wait after new payment details.*documents/s)
  })
})

const readHolds = () => FILES.sections.get('holds')?.en?.paragraphs.join(' ') ?? ''

describe('words', () => {
  const listed = async (language: string) =>
    (await p.call(wordList, {}, { headers: { 'accept-language': language } })).data.items

  /** The glossary's term for a word of help, where it has one. */
  const GLOSSARY: Readonly<Record<string, string>> = {
    plan: 'plan',
    product: 'product',
    placement: 'placement',
    conversion: 'conversion',
    payout: 'payout',
    spend: 'spend',
    revenue: 'revenue',
    profit: 'profit',
    settlement: 'settlement',
    on_hold: 'hold',
    available_funds: 'available funds',
    deposit: 'deposit',
    withdrawal: 'withdrawal',
    coupon: 'coupon',
    startup_funds: 'startup funds',
    acceptor: 'acceptor',
    bond: 'bond',
    vip_rebate: 'VIP rebate',
    high_water_mark: 'high-water mark',
    operated_id: 'operated ID',
    acceptance_code: 'exchange code',
    rail_fee: 'bank fee of a withdrawal',
  }

  test('are all defined, in one’s language or one that stands in, by the glossary’s words; two people may publish another [proof 518]', async () => {
    const items = await listed('en')
    expect(items.map(({ word }) => word)).toEqual([...WORDS])
    for (const { question_id } of items)
      if (question_id !== null) expect(FILES.questions.has(question_id)).toBe(true)
    expect(items.find(({ word }) => word === 'fee')?.definition).toMatch(/\d+%/)
    for (const language of LANGUAGES) {
      const glossary = JSON.parse(
        readFileSync(new URL(`packages/i18n/glossary/${language}.json`, ROOT), 'utf8'),
      )
      for (const { word, term, language: of } of await listed(language)) {
        const use: string | undefined = glossary[GLOSSARY[word] ?? '']?.use
        if (use === undefined || of !== language) continue
        const said = use.split(/[,、，]/).map((one) =>
          one
            .replace(/\(.*\)|（.*）/g, '')
            .trim()
            .toLowerCase(),
        )
        expect(
          said.some((one) => term.replaceAll('\u2060', '').toLowerCase().includes(one)),
          `${language} ${word}: ${term}, ${use}`,
        ).toBe(true)
      }
    }
    const texts = { en: { term: 'Bond', definition: 'Money an acceptor has left with us.' } }
    await office.decide('publish-text', {
      ...{ kind: 'word', name: 'bond', reason: 'shorter' },
      texts_file: fileOf('texts.json', JSON.stringify(texts)),
    })
    await expect
      .poll(async () => (await listed('de')).find(({ word }) => word === 'bond'))
      .toMatchObject({ language: 'en', version: 2, ...texts.en })
    expect((await listed('en')).find(({ word }) => word === 'plan')).toMatchObject({
      version: 1,
      since: null,
    })
    const wrong = { en: { term: 'Bond', definition: '{bond_fee}' } }
    const refused = office.run('publish-text', {
      ...{ kind: 'word', name: 'bond', reason: 'wrong' },
      texts_file: fileOf('texts.json', JSON.stringify(wrong)),
    })
    await expect(refused).rejects.toMatchObject({ reason: 'text_not_showable' })
  })

  test('are listed to who is signed out; questions too', async () => {
    expect((await p.call(faqList, {})).code).toBe(200)
    expect((await p.call(wordList, {})).code).toBe(200)
  })
})
