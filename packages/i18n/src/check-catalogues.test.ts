import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import { REASONS } from '@adtally/contract/reasons.ts'
import { describe, expect, it } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { argumentsOf, catalogueFaults, glossaryFaults, unusedKeys } from './check-catalogues.ts'
import { COMPLETE_LANGUAGES } from './languages.ts'
import { namespaceOf } from './namespaces.ts'

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
/** `server`, or `app` with its namespaces, each a file. */
function catalogueOf(language: string, name: string): Catalogue {
  if (name === 'server') return read(`./catalogues/${language}/server.json`)
  const files = readdirSync(new URL(`./catalogues/${language}/app/`, import.meta.url))
  return Object.fromEntries(
    files.map((file) => [namespaceOf(file), read(`./catalogues/${language}/app/${file}`)]),
  )
}

function sourcesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => readFileSync(`${folder}/${path}`, 'utf8'))
}
const root = fileURLToPath(new URL('../../..', import.meta.url))
const routes = readFileSync(`${root}/apps/web/src/app/routes.ts`, 'utf8')
const clientSources = [...sourcesUnder(`${root}/apps/web/src`), ...sourcesUnder(`${root}/packages/ui/src`)]

describe.each(COMPLETE_LANGUAGES)('the catalogues of %s', (language) => {
  it('is one of the 12 languages', () => {
    expect(LANGUAGES).toContain(language)
  })
  it.each(['app', 'server'])('say in %s.json what en says, with the same arguments', (name) => {
    expect(catalogueFaults(catalogueOf('en', name), catalogueOf(language, name))).toEqual([])
  })
  it.each(['app', 'server'])('keep to the glossary in %s.json', (name) => {
    expect(glossaryFaults(catalogueOf(language, name), read(`../glossary/${language}.json`))).toEqual([])
  })
})

describe('the catalogues of en', () => {
  it('have no message that no screen shows', () => {
    const { titles, ...messages } = catalogueOf('en', 'app')
    expect(unusedKeys(messages, clientSources)).toEqual([])
    // A page names its title without saying among what (SPEC §2: `wallet.title`).
    expect(unusedKeys(typeof titles === 'object' ? titles : {}, [routes])).toEqual([])
  })
  it('have exactly one message for every reason of the contract', () => {
    const { refusals } = catalogueOf('en', 'server')
    expect(Object.keys(refusals ?? {}).sort()).toEqual(Object.keys(REASONS).sort())
  })
  it('say the same for a rule on both sides of the wire', () => {
    const { refusals } = read('./catalogues/en/server.json')
    const validation = read('./catalogues/en/app/validation.json')
    for (const [reason, text] of Object.entries(validation)) expect(text, reason).toBe(refusals[reason])
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
})
