import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../testing/servers/test-folder.ts'
import { scoreOf } from './score.ts'
import { type Claim, Truth } from './truth.ts'

const shown = (actor: string, kind: string, decision_id: string, is_taken = true): Claim => ({
  ...{ actor, kind, decision_id, is_taken, reason: null },
})
const counts = (decision_id: string, kind: string, rule: string | null = null) => ({
  decision_id,
  kind,
  rule,
})

test('what was claimed is held against what became of it [proof 1053]', () => {
  const claims = [
    shown('person', 'impression', 'p1'),
    shown('person', 'viewable', 'p1'),
    shown('person', 'impression', 'p2'),
    shown('person', 'click', 'late'),
    shown('farm', 'impression', 'f1'),
    shown('farm', 'click', 'f1'),
    shown('farm', 'conversion', 'f1'),
    shown('farm', 'viewable', 'f2', false),
    { actor: 'farm', kind: 'impression', decision_id: null, reason: 'crawler', is_taken: false },
    shown('farm', 'impression', 'on its way'),
  ]
  const score = scoreOf(claims, [
    counts('p1', 'impression'),
    counts('p1', 'viewable', 'impossible_times'),
    counts('p2', 'impression'),
    counts('late', 'click', 'not_billable'),
    counts('f1', 'impression'),
    counts('f1', 'click', 'device_velocity'),
  ])
  expect(score.actors).toEqual([
    {
      ...{ actor: 'farm', claimed: 5, filtered: 4, left_out: 1 },
      by: { device_velocity: 1, refused: 2, crawler: 1 },
    },
    { actor: 'person', claimed: 3, filtered: 1, left_out: 1, by: { impossible_times: 1 } },
  ])
  expect(score).toMatchObject({ recall: 4 / 5, precision: 4 / 5, people_lost: 1 / 3 })
})

test('of nothing it says nothing', () => {
  expect(scoreOf([], [])).toEqual({ actors: [], recall: null, precision: null, people_lost: null })
})

test('what visitors wrote down is read again after a start that was cut off, but for what was cut [proof 1054]', () => {
  const path = join(testFolder(), 'truth.ndjson')
  const truth = new Truth(path, (token) => (token === 'forged' ? null : `decision of ${token}`))
  truth.claimed('person', 'impression', 'token', true)
  truth.claimed('person', 'click', 'forged', true)
  truth.refused('crawler', 'crawler')
  truth.refused('person', 'device_cap')
  truth.flush()
  appendFileSync(path, '["person","impr')
  expect(new Truth(path, () => null).claims()).toEqual([
    shown('person', 'impression', 'decision of token'),
    { actor: 'crawler', kind: 'impression', decision_id: null, reason: 'crawler', is_taken: false },
  ])
})
