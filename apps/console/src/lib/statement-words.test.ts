import { readFileSync } from 'node:fs'
import { STAFF_ROLES } from '@adtally/contract/enums.ts'
import { FIELD_KINDS } from '@adtally/contract/operator/statement/field-kinds.ts'
import { STAFF_AREAS } from '@adtally/contract/operator/statement/staff-call.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { PARTNER_AREAS, PARTNER_ROLES } from '@adtally/contract/partner/statement/partner-call.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { CONSOLE_LANGUAGES } from '@adtally/i18n/languages.ts'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { spoken } from './spoken.ts'

const words = z.record(z.string(), z.record(z.string(), z.string()))
const CATALOGUES = new URL('../../../../packages/i18n/src/catalogues/', import.meta.url)

describe.each(CONSOLE_LANGUAGES.filter((language) => language !== 'en'))('the words of %s', (language) => {
  const of = z.parse(
    words,
    JSON.parse(readFileSync(new URL(`${language}/statements.json`, CATALOGUES), 'utf8')),
  )

  test('name every kind of field, area and role', () => {
    const kinds = Object.entries(FIELD_KINDS).flatMap(([kind, says]) => (says === '' ? [] : [kind]))
    expect(Object.keys(of.kinds ?? {}).sort()).toEqual(kinds.sort())
    expect(Object.keys(of.areas ?? {}).sort()).toEqual([...STAFF_AREAS].sort())
    expect(Object.keys(of.roles ?? {}).sort()).toEqual([...STAFF_ROLES].sort())
  })
  test('say what every act does, in the words of the glossary', () => {
    expect(STAFF_CALLS.map(({ name }) => name).filter((name) => of.acts?.[name] === undefined)).toEqual([])
    const glossary = z.parse(
      z.record(z.string(), z.object({ not: z.array(z.string()) })),
      JSON.parse(readFileSync(new URL(`../../glossary/${language}.json`, CATALOGUES), 'utf8')),
    )
    const avoided = Object.values(glossary).flatMap(({ not }) => not)
    const said = Object.entries(of).flatMap(([kind, all]) =>
      Object.entries(all).map(([name, text]) => [`${kind}.${name}`, text]),
    )
    expect(said.filter(([, text]) => avoided.some((word) => text?.includes(word)))).toEqual([])
  })
})

describe.each(CONSOLE_LANGUAGES.filter((language) => language !== 'en'))(
  'the words for partners of %s',
  (language) => {
    const read = (path: string) => JSON.parse(readFileSync(new URL(path, CATALOGUES), 'utf8'))
    const of = z.parse(words, read(`${language}/partner-statements.json`))

    test('name every area, role and field, and say what every act is called, does and notes [proof 1421]', () => {
      expect(Object.keys(of.areas ?? {}).sort()).toEqual([...PARTNER_AREAS].sort())
      expect(Object.keys(of.roles ?? {}).sort()).toEqual([...PARTNER_ROLES].sort())
      const names = PARTNER_CALLS.map(({ name }) => name)
      expect(Object.keys(of.titles ?? {}).sort()).toEqual(names)
      expect(Object.keys(of.acts ?? {}).sort()).toEqual(names)
      const noted = PARTNER_CALLS.filter(({ note }) => note !== undefined).map(({ name }) => name)
      expect(Object.keys(of.notes ?? {}).sort()).toEqual(noted)
      const fields = PARTNER_CALLS.flatMap(({ request }) => Object.keys(request.shape))
      const unsaid = fields.filter((name) => name !== 'cursor' && of.fields?.[name] === undefined)
      expect([...new Set(unsaid)]).toEqual([])
    })
    test('are those of the glossary', () => {
      const glossary = z.parse(
        z.record(z.string(), z.object({ not: z.array(z.string()) })),
        read(`../../glossary/${language}.json`),
      )
      const avoided = Object.values(glossary).flatMap(({ not }) => not)
      const said = Object.values(of).flatMap((all) => Object.values(all))
      expect(said.filter((text) => avoided.some((word) => text.includes(word)))).toEqual([])
    })
  },
)

test.each([
  ['place-hold', 'Place hold'],
  ['document_hash', 'Document hash'],
  ['deposit_id', 'Deposit ID'],
  ['vast_url', 'VAST URL'],
])('%s is spoken as %s', (name, expected) => {
  expect(spoken(name)).toBe(expected)
})
