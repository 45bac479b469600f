import fc from 'fast-check'
import { asSeen } from '../lib/seen-text.ts'
import { fileOf } from '../modules/given-file.ts'
import type { Shape } from './request-shape.ts'

/** Real values for a member of this name, such as ids that exist. */
export type KnownValues = ReadonlyMap<string, readonly string[]>

const ZONES = ['UTC', 'Asia/Bangkok', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu']
const KNOWN_WEIGHT = 4

/** Inputs that pass the schema of `shape`, with known values where there are some. */
export function validInput(shape: Shape, known: KnownValues, name = ''): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.format === 'file') return fc.constant(fileOf('file', 'content'))
  const branches = shape.anyOf ?? shape.oneOf
  if (branches) return fc.oneof(...branches.map((branch) => validInput(branch, known, name)))
  if (shape.type === 'object') {
    const members = Object.entries(shape.properties ?? {})
    const fields = members.map(([key, member]): [string, fc.Arbitrary<unknown>] => [
      key,
      validInput(member, known, key),
    ])
    return fc.record(Object.fromEntries(fields), { requiredKeys: shape.required ?? [] })
  }
  if (shape.type === 'array') return fc.array(validInput(shape.items ?? {}, known), { maxLength: 5 })
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'null') return fc.constant(null)
  if (shape.type === 'integer')
    return fc.integer({ min: shape.minimum ?? -1_000, max: shape.maximum ?? 1_000 })
  if (shape.type !== 'string') throw new RangeError(`no inputs for ${JSON.stringify(shape)}`)
  const values = known.get(name) ?? []
  const any = textOf(shape)
  if (values.length === 0) return any
  return fc.oneof(
    { weight: KNOWN_WEIGHT, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: any },
  )
}

const texts = new Map<string, fc.Arbitrary<string>>()

/** Kept by what it follows from: fast-check takes half a millisecond and more to make one. */
function textOf(shape: Shape): fc.Arbitrary<string> {
  const key = JSON.stringify([shape.format, shape.pattern, shape.minLength, shape.maxLength])
  const text = texts.get(key) ?? makeTextOf(shape)
  texts.set(key, text)
  return text
}

function makeTextOf(shape: Shape): fc.Arbitrary<string> {
  if (shape.format === 'amount') return amounts
  if (shape.format === 'time-zone') return fc.constantFrom(...ZONES)
  if (shape.format === 'uuid' || shape.format === 'request-id') return fc.uuid({ version: 7 })
  if (shape.format === 'email') return emails
  if (shape.format === 'name') return names
  if (shape.format === 'day') return fc.oneof(fc.constantFrom(...BORDER_DAYS), days)
  if (shape.format === 'month')
    return fc.oneof(fc.constantFrom(...BORDER_DAYS.map(monthOf)), days.map(monthOf))
  if (shape.pattern !== undefined) return fc.stringMatching(new RegExp(shape.pattern), { size: 'small' })
  const { minLength = 0, maxLength = 60 } = shape
  const text = fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, minLength + 60) })
  return text.filter((value) => !value.includes('\0') && asSeen(value).trim().length >= minLength)
}

/** The first and last day that calls accept. */
const BORDER_DAYS = ['0001-01-01', '9999-12-31']

const days = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

const monthOf = (day: string) => day.slice(0, 7)

const amounts = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 20_000n }),
    fc.integer({ min: 1, max: 999_999 }),
    fc.integer({ min: 0, max: 6 }),
  )
  .map(([whole, part, decimals]) => {
    const text = String(part).slice(0, decimals)
    if (text === '' || /^0*$/.test(text)) return String(whole + 1n)
    return `${whole}.${text}`
  })

const names = fc.stringMatching(/^[A-Z0-9][a-zäßéø0-9]{0,9}( & [A-Z][a-z]{1,9})?$/)
const emails = fc.stringMatching(/^[a-z][a-z0-9]{2,12}$/).map((name) => `${name}@example.com`)

/** Values that no member accepts: other types, hostile text, near misses. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    1e308,
    [],
    {},
    [[]],
    '',
    ' ',
    '\0',
    'a\0b',
    '1e3',
    '-1',
    '0.0000001',
    'NaN',
    'Infinity',
    '0x10',
    '１２',
    '999999999999999999999999',
    '00000000-0000-0000-0000-000000000000',
    "'; drop table ledger.transfers; --",
    '../../etc/passwd',
    '{{7*7}}',
    '__proto__',
    '\u202e\ud800',
  ),
  fc.anything({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
)
