import { expect, test } from 'vitest'
import { canonicalOperatedId, draftDuration, draftExpiry, feeInForce, followRefusal } from './rules.ts'

const FINE = {
  follower_id: 'me',
  leader_id: 'leader',
  present_leader_id: null,
  makes_circle: false,
  follower_is_related: false,
}

test('each rule refuses by its own reason (SPEC §5, PRODUCT §10)', () => {
  expect(followRefusal(FINE)).toBeNull()
  expect(followRefusal({ ...FINE, leader_id: null })).toBe('operated_id_not_found')
  expect(followRefusal({ ...FINE, leader_id: 'me' })).toBe('operated_id_own')
  expect(followRefusal({ ...FINE, present_leader_id: 'leader' })).toBe('operated_id_current')
  expect(followRefusal({ ...FINE, present_leader_id: 'other' })).toBeNull()
  expect(followRefusal({ ...FINE, makes_circle: true })).toBe('follow_circle')
  expect(followRefusal({ ...FINE, follower_is_related: true })).toBe('related_party')
})

test('an operated ID is read as people paste it', () => {
  expect(['12345678', ' 1234 5678', '1234-5678'].map(canonicalOperatedId)).toEqual(Array(3).fill('12345678'))
  expect(
    ['', '1234567', '123456789', '02345678', '1234567a', '１２３４５６７８'].map(canonicalOperatedId),
  ).toEqual(Array(6).fill(null))
})

test('a draft runs as long as its leader’s plan, and goes with it at the latest', () => {
  const at = (day: number, hour = 0) => new Date(Date.UTC(2026, 0, day, hour))
  expect(draftDuration(at(1), at(1, 5))).toBe(1)
  expect(draftDuration(at(1), at(3))).toBe(2)
  expect(draftDuration(at(1), at(3, 1))).toBe(3)
  expect(draftDuration(at(1), at(400))).toBe(90)
  expect(draftExpiry(at(1), at(60))).toEqual(at(8))
  expect(draftExpiry(at(1), at(4))).toEqual(at(4))
})

test('the rate is a leader’s own, at most the policy’s', () => {
  expect(feeInForce(null, 20n)).toBe(0)
  expect(feeInForce(15, 20n)).toBe(15)
  expect(feeInForce(25, 20n)).toBe(20)
})
