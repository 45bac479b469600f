import { parseDuration } from '@adtally/contract/operator/statement/fields.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deriveSecrets } from '../../secrets.ts'
import type { ApprovedAct, Colleague } from '../module.ts'
import {
  approvalRefusal,
  type Decidable,
  endingRefusal,
  hasFourEyes,
  proposalStatus,
  readablePayload,
} from './rules.ts'
import { newFactor, openFactor, sealFactor } from './sign-in/credentials.ts'
import { ProvedPasswords } from './sign-in/proved-passwords.ts'
import { acceptedStep, base32, totpCode } from './sign-in/totp.ts'

const ann: Colleague = { staff_id: 'a', username: 'ann', roles: ['finance_maker', 'risk'] }
const bob: Colleague = { staff_id: 'b', username: 'bob', roles: ['finance_checker'] }
const carol: Colleague = { staff_id: 'c', username: 'carol', roles: ['support'] }
const act: ApprovedAct = {
  action: 'x',
  checker_roles: ['finance_checker', 'risk'],
  facts: async () => ({ says: 'x', before: {}, after: {} }),
  apply: async () => null,
}
const key = deriveSecrets('one')('staff-second-factor')
const other_key = deriveSecrets('another')('staff-second-factor')
const open: Decidable = {
  maker: ann,
  maker_is_disabled: false,
  status: 'open',
  payload_hash: 'h',
  subject_kind: 'thing',
  subject_id: 'bob',
}

describe('approving', () => {
  test.each([
    ['another person with the role', open, bob, 'h', null],
    ['the maker, though they hold the role', open, ann, 'h', 'four_eyes'],
    ['another person without the role', open, carol, 'h', 'staff_role_missing'],
    ['a changed payload', open, bob, 'g', 'proposal_altered'],
    ['a payload that nothing recorded', open, bob, null, 'proposal_altered'],
    ['an expired one', { ...open, status: 'expired' as const }, bob, 'h', 'proposal_expired'],
    [
      'one whose maker was shut out',
      { ...open, maker_is_disabled: true },
      bob,
      'h',
      'proposal_maker_disabled',
    ],
    ['a refused one', { ...open, status: 'refused' as const }, bob, 'h', 'proposal_decided'],
    ['an approved one', { ...open, status: 'approved' as const }, bob, 'h', 'proposal_decided'],
  ])('%s', (_name, proposal, person, recorded, reason) => {
    expect(approvalRefusal(proposal, act, person, recorded)).toBe(reason)
  })

  test('a checker does not approve what is about themselves', () => {
    expect(approvalRefusal({ ...open, subject_kind: 'staff' }, act, bob, 'h')).toBe('four_eyes')
    expect(approvalRefusal({ ...open, subject_kind: 'staff', subject_id: 'dan' }, act, bob, 'h')).toBeNull()
  })

  test('the maker may withdraw, a checker refuse, nobody else either', () => {
    expect(endingRefusal(open, act, ann)).toBeNull()
    expect(endingRefusal(open, act, bob)).toBeNull()
    expect(endingRefusal(open, act, carol)).toBe('staff_role_missing')
    expect(endingRefusal({ ...open, status: 'approved' }, act, bob)).toBe('proposal_decided')
  })

  test('a proposal expires at its time, and a decided one never', () => {
    const at = new Date(1000)
    expect(proposalStatus(null, at, new Date(999))).toBe('open')
    expect(proposalStatus(null, at, at)).toBe('expired')
    expect(proposalStatus('approved', at, new Date(5000))).toBe('approved')
  })
})

test.each([
  ['a maker and a checker', [ann, bob], true],
  ['one who is both', [ann, carol], false],
  ['two who are both', [ann, { ...ann, staff_id: 'd' }], true],
  ['two checkers', [bob, { ...bob, staff_id: 'd' }], false],
  ['nobody', [], false],
])('four eyes are possible, or not, with %s', (_name, people, are) => {
  expect(hasFourEyes(people, ['finance_maker', 'risk'], ['finance_checker', 'risk'])).toBe(are)
})

test('payloads are shown without digests and secrets', () => {
  expect(readablePayload({ username: 'x', first_code_hash: 'h', a_secret: 's', sealed: '00' })).toEqual({
    username: 'x',
    first_code_hash: '…',
    a_secret: '…',
    sealed: '…',
  })
})

test.each([
  ['90s', 90_000n],
  ['72h', 259_200_000n],
  ['1d12h', 129_600_000n],
  ['5ms', 5n],
  ['2m', 120_000n],
])('%s is a duration', (text, by_ms) => expect(parseDuration(text)).toBe(by_ms))
test.each(['', '5', '-1d', '1.5h', 'd', '1w', '0s', '1d ', '9999999999999d'])('%j is none', (text) => {
  expect(parseDuration(text)).toBeNull()
})

describe('second factor', () => {
  const secret = Buffer.from('12345678901234567890')
  // RFC 6238, appendix B, SHA-1, last six digits.
  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('at second %i the code is %s', (seconds, code) => {
    expect(totpCode(secret, BigInt(Math.floor(seconds / 30)))).toBe(code)
    expect(acceptedStep(secret, code, new Date(seconds * 1000), 0n)).toBe(BigInt(Math.floor(seconds / 30)))
  })

  test('a code is good half a minute early or late, once, and no longer', () => {
    const now = new Date(59_000)
    expect(acceptedStep(secret, '287082', new Date(89_000), 0n)).toBe(1n)
    expect(acceptedStep(secret, '287082', new Date(121_000), 0n)).toBeNull()
    expect(acceptedStep(secret, '287082', now, 1n)).toBeNull()
    expect(acceptedStep(secret, '000000', now, 0n)).toBeNull()
    expect(acceptedStep(secret, '', now, 0n)).toBeNull()
  })

  test('a secret in base32 is what authenticator apps take (RFC 4648)', () => {
    expect(base32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  })

  test('a sealed secret opens for its owner under its key, and no other way', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), fc.nat(), (owner, other, seed) => {
        fc.pre(owner !== other)
        const factor = newFactor()
        const sealed = sealFactor(key, owner, factor)
        expect(openFactor(key, owner, sealed)).toEqual(factor)
        expect(openFactor(key, other, sealed)).toBeNull()
        expect(openFactor(other_key, owner, sealed)).toBeNull()
        const at = seed % sealed.length
        sealed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
        expect(openFactor(key, owner, sealed)).toBeNull()
      }),
    )
  })
})

describe('passwords of staff', () => {
  const passwords = new ProvedPasswords(() => key)

  test('are proved otherwise by each person and under each key, and the same by the same', async () => {
    const [own, another] = [await passwords.make('a', 'a password'), await passwords.make('a', 'a password')]
    const prove = (owner: string, password: string, sealed: Buffer | null) =>
      passwords.proof(owner, password, sealed)
    expect(await prove('a', 'a password', own.password_key_sealed)).toEqual(own.password_proof)
    expect(await prove('a', 'Another one', own.password_key_sealed)).not.toEqual(own.password_proof)
    expect(await prove('a', 'a password', another.password_key_sealed)).not.toEqual(own.password_proof)
    expect(another.password_proof).not.toEqual(own.password_proof)
  })

  test('have a key that opens for its owner alone, and under their secret; else it is nobody’s', async () => {
    const { password_key_sealed } = await passwords.make('a', 'a password')
    const nobodys = (owner: string) => passwords.proof(owner, 'a password', null)
    expect(await passwords.proof('a', 'a password', password_key_sealed)).not.toEqual(await nobodys('a'))
    expect(await passwords.proof('b', 'a password', password_key_sealed)).toEqual(await nobodys('b'))
    expect(await nobodys('b')).not.toEqual(await nobodys('a'))
    const elsewhere = new ProvedPasswords(() => other_key)
    expect(await elsewhere.proof('a', 'a password', password_key_sealed)).toEqual(await nobodys('a'))
  })

  test('cost what OWASP asks of Argon2id', () => {
    expect(passwords.cost).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  })
})
