import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimalsOf, exactDecimals, formatAmount, formatMoney } from './format-money.ts'
import { formatRelative, formatRemaining, formatTime, localeOfTimes } from './format-time.ts'
import { COMPLETE_LANGUAGES } from './languages.ts'
import { message } from './server.ts'

describe('money', () => {
  it.each([
    ['en', '250.00', '250.00\u00a0USD'],
    ['en', '1234567.5', '1,234,567.50\u00a0USD'],
    ['de', '1234567.50', '1.234.567,50\u00a0USD'],
    ['zh-Hans', '-12.30', '-12.30\u00a0USD'],
    ['en', '0.0042', '0.0042\u00a0USD'],
    ['en', '0.000042', '0.000042\u00a0USD'],
    ['en', '0.00', '0.00\u00a0USD'],
  ])('in %s writes %s as %s', (language, value, text) => {
    expect(formatMoney(language, value, 'USD')).toBe(text)
  })
  it('never rounds up to more than there is', () => {
    expect(formatAmount('en', '9.999999')).toBe('9.99')
    expect(formatAmount('en', '-9.999999')).toBe('-9.99')
  })
  it('cuts nothing where all digits are asked for, and ends with them in every language', () => {
    const written = (amount: string) =>
      COMPLETE_LANGUAGES.map((language) => formatAmount(language, amount, { decimals: 'all' }))
    for (const text of written('-1234.5')) expect(text).toMatch(/50$/)
    for (const text of written('9.999')) expect(text).toMatch(/9990$/)
    for (const text of written('9.99999')) expect(text).toMatch(/999990$/)
  })
  it('keeps every digit of amounts that a float could not hold', () => {
    expect(formatAmount('en', '9007199254740993.01')).toBe('9,007,199,254,740,993.01')
  })
  it('shows the digits it was given, whatever the amount', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 18n }),
        fc.integer({ min: 10, max: 99 }),
        (whole, cents) => {
          const digits = formatAmount('en', `${whole}.${cents}`).replaceAll(',', '')
          expect(digits).toBe(`${whole}.${cents}`)
        },
      ),
    )
  })
  it('gives a plus only where it is asked for, and never to nothing', () => {
    expect(formatAmount('en', '5.00', { sign: 'always' })).toBe('+5.00')
    expect(formatAmount('en', '0.00', { sign: 'always' })).toBe('0.00')
    expect(formatAmount('en', '5.00')).toBe('5.00')
  })
  it('refuses what is not a decimal string', () => {
    for (const text of ['1e3', 'NaN', '', '1,5']) expect(() => formatAmount('en', text)).toThrow(RangeError)
  })
  it('finds the fewest decimals in which amounts of one column are whole', () => {
    expect(exactDecimals('5.00')).toBe(2)
    expect(exactDecimals('5.00', '0.1234', '7')).toBe(4)
    expect(exactDecimals('5.00', '0.12345', '0.123')).toBe(6)
  })
  it('knows how many decimals matter', () => {
    expect(['0.01', '0.0099', '0.00009', '0.00', '12.001'].map(decimalsOf)).toEqual([2, 4, 6, 2, 2])
  })
})

/** Held together by word joiners, as a Chinese date is. */
const whole = (date: string) => date.replace(/(?<=\d)(?=[年月日])|(?<=[年月])(?=\d)/g, '\u2060')

describe('time', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  it('is written in its zone and language', () => {
    expect(formatTime('en', '2026-03-01T23:30:00Z', 'date', 'Asia/Shanghai')).toBe('Mar\u00a02,\u00a02026')
    expect(formatTime('zh-Hans', '2026-03-01T23:30:00Z', 'date', 'UTC')).toBe(whole('2026年3月1日'))
  })
  it.each([...COMPLETE_LANGUAGES])('has one way to write the time of day in %s', (language) => {
    const [time = '', ...others] = (['time', 'date-time', 'day-time'] as const).map((style) =>
      formatTime(language, '2026-03-01T09:25:00Z', style, 'UTC'),
    )
    expect(time).toMatch(/9:25/)
    for (const other of others) expect(` ${other} `).toMatch(RegExp(`\\s${time}`))
    expect(formatTime('en', '2026-03-01T09:25:00Z', 'day-time', 'UTC')).not.toContain('09:25')
  })
  it.each([
    ['en-GB', '28 Nov 2026, 09:25'],
    ['de', '28.11.2026, 09:25'],
    ['fr', '28 nov. 2026, 09:25'],
    ['es', '28 nov 2026, 9:25'],
    ['vi', '09:25 28 thg 11, 2026'],
    ['th', '28 พ.ย. 2569 09:25'],
    ['ja', '2026/11/28 9:25'],
    ['zh-Hans', '2026年11月28日 09:25'],
  ])('is kept with its day in %s, where both fit a narrow line', (language, written) => {
    expect(formatTime(language, '2026-11-28T09:25:00Z', 'date-time', 'UTC')).toBe(
      whole(written.replaceAll(' ', '\u00a0')),
    )
  })
  it.each([
    ['en-US', 'Nov\u00a028,\u00a02026, 11:25\u00a0AM'],
    ['ru', '28\u00a0нояб.\u00a02026\u00a0г., 11:25'],
    ['pt', '28\u00a0de\u00a0nov.\u00a0de\u00a02026, 11:25'],
    ['ko', '2026.\u00a011.\u00a028. 오전\u00a011:25'],
  ])('may be parted between day and hour only, in %s, where both are long', (language, written) => {
    expect(formatTime(language, '2026-11-28T11:25:00Z', 'date-time', 'UTC')).toBe(written)
  })
  it('relative to now takes the largest unit', () => {
    expect(formatRelative('en', '2026-03-01T11:59:40Z', now)).toBe('now')
    expect(formatRelative('en', '2026-03-01T09:00:00Z', now)).toBe('3\u00a0hours ago')
    expect(formatRelative('zh-Hans', '2026-03-04T12:00:00Z', now)).toBe('3\u00a0天后')
    expect(formatRelative('ja', '2026-03-01T11:58:00Z', now)).toBe('2分前')
  })
  it('remaining counts down in two units and stops at nothing', () => {
    expect(formatRemaining('en', '2026-03-04T13:00:00Z', now)).toBe('3\u00a0days\u00a01\u00a0hr')
    expect(formatRemaining('en', '2026-03-01T14:05:30Z', now)).toBe('2\u00a0hr\u00a06\u00a0min')
    expect(formatRemaining('en', '2026-03-08T12:20:00Z', now)).toBe('7\u00a0days')
    expect(formatRemaining('en', '2026-03-01T14:00:00Z', now)).toBe('2\u00a0hr')
    expect(formatRemaining('en', '2026-03-01T10:00:00Z', now)).toBe('0\u00a0min')
    expect(formatRemaining('ja', '2026-03-04T13:00:00Z', now)).toBe('3日1時間')
    expect(formatRemaining('zh-Hant', '2026-03-04T13:00:00Z', now)).toBe('3\u00a0天\u00a01\u00a0小時')
  })
})

describe('the server’s messages', () => {
  it('are in the language asked for, and in en where there is none', () => {
    expect(message('en', 'refusals.insufficient_balance')).toBe('Insufficient balance')
    expect(message('zh-Hans', 'refusals.insufficient_balance')).toBe('余额不足')
    expect(message('ru', 'refusals.insufficient_balance')).toBe('Недостаточно средств')
    expect(message('it', 'refusals.insufficient_balance')).toBe('Insufficient balance')
  })
  it('fill their arguments and refuse to have a hole', () => {
    const key = 'notifications.withdrawal_sent.content'
    const values = { amount: '5.00', currency: 'USD', beneficiary: '•••• 4242' }
    expect(message('en', key, values)).toContain('5.00\u00a0USD')
    expect(() => message('en', key, {})).toThrow()
  })
  it('write moments in the zone given, and name it where the reader could take it for another', () => {
    const key = 'notifications.hold_placed.content'
    const values = { amount: '5.00', currency: 'USD', deadline: new Date('2026-11-25T23:30:00Z') }
    const told = (language: string, name: string, is_named: boolean) =>
      message(language, key, values, { name, is_named })
    expect(told('en', 'Europe/Berlin', false)).toMatch(/until 26\sNov\s2026,\s00:30 at the latest/)
    expect(told('en', 'America/New_York', false)).toMatch(/until 25\sNov\s2026,\s18:30 at the latest/)
    expect(told('en', 'Europe/Berlin', true)).toMatch(/until 26\sNov\s2026,\s00:30 CET at the latest/)
    expect(told('de', 'Europe/Berlin', true)).toMatch(/26\.11\.2026,\s00:30 MEZ/)
    expect(message('en', key, values)).toMatch(/until 25\sNov\s2026,\s23:30 UTC at the latest/)
  })
})

it.each([['zh-TW'], ['zh-HK'], ['de']])(
  'Traditional Chinese has the 24-hour clock, where %s is wanted',
  (wanted) => {
    const locale = localeOfTimes('zh-Hant', [wanted])
    for (const style of ['time', 'date-time', 'day-time'] as const) {
      expect(formatTime(locale, '2026-03-01T15:25:00Z', style, 'UTC')).toMatch(/15:25/)
    }
  },
)

it.each([
  ['en', ['en-GB', 'en'], '1 Mar 2026'],
  ['en', ['de-DE', 'en-US'], 'Mar 1, 2026'],
  ['en', ['de-DE'], 'Mar 1, 2026'],
  ['en', ['not a language', 'en-AU'], '1 Mar 2026'],
  ['zh-Hans', ['zh-TW', 'zh-CN'], '2026年3月1日'],
  ['pt', ['pt-PT'], '01/03/2026'],
])('a day in %s where the browser wants %j is %s [proof 389]', (language, wanted, written) => {
  const locale = localeOfTimes(language, wanted)
  expect(formatTime(locale, '2026-03-01T12:00:00Z', 'date', 'UTC')).toBe(
    whole(written.replaceAll(' ', '\u00a0')),
  )
})
