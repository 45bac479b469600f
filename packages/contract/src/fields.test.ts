import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { line, text } from './fields.ts'
import { evidenceText, reasonText } from './operator/statement/fields.ts'

test('a text keeps its letters of every language and its emoji, and nothing that turns its direction [proof 1439]', () => {
  const read = (given: string) => z.safeParse(text(40), given)
  for (const kept of ['Überweisung 5 €', 'จ่ายแล้ว', '已付款', 'שולם', '👩🏽‍🚀 1️⃣', 'a\nb'])
    expect(read(`  ${kept} `).data).toBe(kept)
  for (const turns of ['\u202e', '\u202d', '\u2066', '\u2069', '\u200f', '\u061c'])
    expect(read(`pay ${turns}00.1 to 00.001 `).data).toBe('pay 00.1 to 00.001')
  const issues = read('\u202e \u2069').error?.issues
  expect(issues?.map(({ message }) => message)).toEqual(['field_required'])
})

test('a reason is one line, so that nothing in it looks like another fact beside it [proof 1463]', () => {
  const given = 'Looked at it.\n\nApproved by: risk\u2028(2 of 2)\t\u202e'
  for (const one of [line(500), reasonText, evidenceText])
    expect(z.safeParse(one, given).data).toBe('Looked at it. Approved by: risk (2 of 2)')
  expect(z.safeParse(text(500), given).data, 'control').toContain('\n')
  expect(z.safeParse(line(500), ' \n ').error?.issues.map(({ message }) => message)).toEqual([
    'field_required',
  ])
})
