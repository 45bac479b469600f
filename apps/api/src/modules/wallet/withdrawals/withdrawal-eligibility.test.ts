import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payoutOf, type WithdrawalFacts, withdrawalRefusal } from './withdrawal-eligibility.ts'

const facts: WithdrawalFacts = {
  amount_micros: 5n,
  available_micros: 10n,
  startup_micros: 4n,
  beneficiary_is_current: true,
  grant_is_good: true,
}

/** What PRODUCT §2.3 rules out as an input of a withdrawal's decision. */
const NO_INPUT = /deposit|fee|tax|level|vip|contract|coupon|follow|score|standing/i

/** The members of `WithdrawalFacts` and everything that its function reads of them, from the source itself. */
function inputsIn(source: string): string[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const declared = /interface WithdrawalFacts \{([^}]*)\}/.exec(code)?.[1] ?? ''
  const members = [...declared.matchAll(/^\s*(\w+)\??:/gm)].map(([, name]) => name ?? '')
  const read = [...code.matchAll(/facts\.(\w+)/g)].map(([, name]) => name ?? '')
  const imported = [...code.matchAll(/from '([^']+)'/g)].map(([, name]) => name ?? '')
  return [...members, ...read, ...imported]
}

describe('withdrawal eligibility (PRODUCT §2.3)', () => {
  const source = readFileSync(new URL('withdrawal-eligibility.ts', import.meta.url), 'utf8')

  test('has no deposit, fee, tax, level, VIP, contract, coupon or follow among its inputs', () => {
    const inputs = inputsIn(source)
    expect(inputs).toEqual(expect.arrayContaining(Object.keys(facts)))
    expect(inputs.filter((name) => NO_INPUT.test(name) && !name.startsWith('@adtally/contract/'))).toEqual([])
  })
  test('control: such an input would be found, declared, read or imported', () => {
    const planted = source.replace(
      'available_micros: Micros',
      'available_micros: Micros\n  total_deposited_micros: Micros',
    )
    expect(inputsIn(planted).filter((name) => NO_INPUT.test(name))).toContain('total_deposited_micros')
    expect(inputsIn(`if (facts.vip_level > 0) return`).some((name) => NO_INPUT.test(name))).toBe(true)
    expect(inputsIn(`import { x } from '../../coupons/index.ts'`).some((name) => NO_INPUT.test(name))).toBe(
      true,
    )
  })
  test('own cash can always be withdrawn, whatever startup funds are out (PRODUCT §9) [proof 76]', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 15n }),
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        (amount_micros, startup_micros) =>
          withdrawalRefusal({ ...facts, amount_micros, available_micros: amount_micros, startup_micros }) ===
          null,
      ),
    )
  })
  test('SPEC §5: each refusal', () => {
    expect(withdrawalRefusal(facts)).toBeNull()
    expect(withdrawalRefusal({ ...facts, amount_micros: 11n })).toBe('startup_funds_not_returned')
    expect(withdrawalRefusal({ ...facts, amount_micros: 14n })).toBe('startup_funds_not_returned')
    expect(withdrawalRefusal({ ...facts, amount_micros: 15n })).toBe('insufficient_balance')
    expect(withdrawalRefusal({ ...facts, amount_micros: 11n, startup_micros: 0n })).toBe(
      'insufficient_balance',
    )
    expect(withdrawalRefusal({ ...facts, beneficiary_is_current: false })).toBe('beneficiary_not_set')
    expect(withdrawalRefusal({ ...facts, grant_is_good: false })).toBe('grant_invalid')
  })
  test('what arrives is in whole hundredths, and nothing where the bank would keep it all', () => {
    expect(payoutOf(250_000n, 250_000n)).toBe(0n)
    expect(payoutOf(259_999n, 250_000n)).toBe(0n)
    expect(payoutOf(260_000n, 250_000n)).toBe(10_000n)
    expect(payoutOf(20_009_999n, 250_000n)).toBe(19_750_000n)
    expect(payoutOf(1n, 250_000n)).toBe(0n)
  })
})
