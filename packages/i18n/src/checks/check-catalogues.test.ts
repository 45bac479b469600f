import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { REASONS } from '@adtally/contract/reasons.ts'
import { describe, expect, it } from 'vitest'
import { flatten } from '../catalogue.ts'
import { COMPLETE_LANGUAGES, CONSOLE_LANGUAGES } from '../languages.ts'
import { CATALOGUES, readCatalogue } from '../read-catalogue.ts'
import { argumentsOf, catalogueFaults, glossaryFaults, pluralFaults, unusedKeys } from './check-catalogues.ts'
import { readContent, readContract } from './read-texts.ts'
import { untranslated } from './untranslated.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
}
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const routes = readFileSync(`${root}/apps/web/src/app/routes.ts`, 'utf8')
const sharedSources = ['client', 'ui'].flatMap((name) => sourcesUnder(`${root}/packages/${name}/src`))
const clientSources = [...sourcesUnder(`${root}/apps/web/src`), ...sharedSources]
const consoleSources = sourcesUnder(`${root}/apps/console/src`)

const glossaryOf = (language: string) => read(`../../glossary/${language}.json`)

it('has the catalogues of exactly the languages that the contract knows', () => {
  expect(COMPLETE_LANGUAGES.toSorted()).toEqual(LANGUAGES.toSorted())
})

describe.each(COMPLETE_LANGUAGES)('the catalogues of %s', (language) => {
  it.each(CATALOGUES)('say in %s what en says, with the same arguments', (name) => {
    expect(catalogueFaults(readCatalogue('en', name), readCatalogue(language, name))).toEqual([])
  })
  it.each(CATALOGUES)('have in %s the plurals of the language', (name) => {
    expect(pluralFaults(language, readCatalogue(language, name))).toEqual([])
  })
  it.each(CATALOGUES)('keep to the glossary in %s', (name) => {
    expect(glossaryFaults(readCatalogue(language, name), glossaryOf(language))).toEqual([])
  })
  it('keep to the glossary in the help, the words, the rules and the contract', () => {
    const texts = {
      faq: readContent(language, 'faq'),
      words: readContent(language, 'words'),
      rules: readContent(language, 'rules'),
      contract: readContract(language),
    }
    expect(glossaryFaults(texts, glossaryOf(language))).toEqual([])
  })
  it('say the currency of every amount in a notification', () => {
    const { notifications } = readCatalogue(language, 'server')
    const bare = /\{(?:amount|spend|revenue|profit|price|rebate)\}(?!\s?\{currency\})/
    expect(JSON.stringify(notifications)).toContain('{amount} {currency}')
    expect(JSON.stringify(notifications)).not.toMatch(bare)
  })
  it('has a word for every term of the English glossary', () => {
    expect(Object.keys(glossaryOf(language))).toEqual(expect.arrayContaining(Object.keys(glossaryOf('en'))))
  })
})

describe.each(COMPLETE_LANGUAGES.filter((language) => language !== 'en'))(
  'the sentences of %s',
  (language) => {
    it.each(CATALOGUES)('are translated in %s', (name) => {
      expect(untranslated(language, readCatalogue('en', name), readCatalogue(language, name))).toEqual([])
    })
  },
)

describe.each(CONSOLE_LANGUAGES)('the console’s catalogue of %s', (language) => {
  const [en, own] = [readCatalogue('en', 'console'), readCatalogue(language, 'console')]
  it('says what en says, in plurals and words of the language', () => {
    expect(catalogueFaults(en, own)).toEqual([])
    expect(pluralFaults(language, own)).toEqual([])
    expect(glossaryFaults(own, glossaryOf(language))).toEqual([])
    expect(language === 'en' ? [] : untranslated(language, en, own)).toEqual([])
  })
  it('says to partners what stands in place of something else, in words of the language', () => {
    const partners = [...flatten(readCatalogue(language, 'partners'))]
    const [instead, of_en] = [flatten(own), flatten(readCatalogue('en', 'partners'))]
    expect(partners.map(([key]) => key).sort()).toEqual([...of_en.keys()].sort())
    const same = partners.filter(([key, text]) => {
      const before = instead.get(key)
      return (
        before === undefined || before === text || argumentsOf(before).join() !== argumentsOf(text).join()
      )
    })
    expect(same).toEqual([])
    expect(glossaryFaults(readCatalogue(language, 'partners'), glossaryOf(language))).toEqual([])
  })
  it('has no message that no screen shows', () => {
    expect(unusedKeys(own, consoleSources)).toEqual([])
  })
})

describe('every language', () => {
  it('is complete', () => {
    expect([...COMPLETE_LANGUAGES].sort()).toEqual([...LANGUAGES].sort())
  })
})

describe('the catalogues of en', () => {
  it('have no message that no screen shows', () => {
    const { titles, ...messages } = readCatalogue('en', 'app')
    expect(unusedKeys(messages, clientSources)).toEqual([])
    // A page names its title by key alone (SPEC §2: `wallet.title`).
    expect(unusedKeys(typeof titles === 'object' ? titles : {}, [routes])).toEqual([])
  })
  it('have exactly one message for every reason of the contract', () => {
    const { refusals } = readCatalogue('en', 'server')
    expect(Object.keys(refusals ?? {}).sort()).toEqual(Object.keys(REASONS).sort())
  })
  it('say the same for a rule on both sides of the wire', () => {
    const { refusals } = read('../catalogues/en/server.json')
    const validation = read('../catalogues/en/app/validation.json')
    for (const [reason, text] of Object.entries(validation).filter(([key]) => key in REASONS)) {
      expect(text, reason).toBe(refusals[reason])
    }
  })
})

describe('the check itself', () => {
  const en = { a: { title: 'Hello {name}', count: '{n, plural, one {# plan} other {# plans}}' } }

  it('finds missing, extra, empty and differently filled messages', () => {
    expect(catalogueFaults(en, { a: { title: 'Hallo {nom}' }, b: 'x' })).toEqual([
      'a.title: arguments [nom] instead of [name]',
      'a.count: missing',
      'b: not in en',
    ])
    expect(catalogueFaults(en, { a: { title: ' ', count: en.a.count } })).toEqual(['a.title: empty'])
  })
  it('leaves plural branches to the language', () => {
    expect(catalogueFaults(en, { a: { title: '{name}', count: '{n, plural, other {# 计划}}' } })).toEqual([])
  })
  it('sees arguments inside branches and tags', () => {
    expect(argumentsOf('{n, plural, one {<b>{who}</b>} other {{at, date, day}}}')).toEqual([
      '<b>',
      'at:date',
      'n:plural',
      'who',
    ])
  })
  it('finds keys that nothing names, and knows keys filled into templates', () => {
    const catalogue = { ui: { close: 'x', kind: { a: 'x' }, lost: 'x' }, other: { close: 'x' } }
    const source = ["useMessages('ui')", "t('close')", 't(`kind.$', '{kind}`)'].join('')
    expect(unusedKeys(catalogue, [source, "'lost'"])).toEqual(['ui.lost', 'other.close'])
  })
  it('finds words that the glossary replaced', () => {
    expect(glossaryFaults({ a: 'Your campaign' }, { plan: { use: 'plan', not: ['campaign'] } })).toEqual([
      'a: «campaign» instead of «plan»',
    ])
  })
  it('finds them in scripts without spaces and with particles', () => {
    const glossary = { hold: { use: '보류', not: ['동결'] } }
    expect(glossaryFaults({ a: '금액이 동결되었습니다' }, glossary)).toHaveLength(1)
  })
  it('finds plurals that lack a category of the language, or have one that no number takes', () => {
    expect(pluralFaults('ru', { a: '{n, plural, one {# план} other {# плана}}' })).toEqual([
      'a: {n} lacks «few»',
      'a: {n} lacks «many»',
    ])
    expect(pluralFaults('ja', { a: '{n, plural, =0 {なし} one {#件} other {#件}}' })).toEqual([
      'a: {n} never takes «one»',
    ])
  })
})
