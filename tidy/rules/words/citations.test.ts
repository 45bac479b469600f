import { expect, test } from 'vitest'
import { plantTree } from '../../tree.ts'
import { citationsAreThere } from './citations.ts'

const papers = {
  'docs/product/product.md': '## 2. Money\n### 2.4 Holds\n## 4. Plans\n',
  'docs/product/spec.md': '## 5. Calls\nThe reply lists its fields.\n',
  'docs/product/security.md': '## Promises\n',
}
const said = (text: string, more: Record<string, string> = {}) =>
  citationsAreThere(plantTree({ ...papers, ...more, 'apps/api/src/a.ts': text })).map(
    ({ message }) => message,
  )

test('what stands in the papers may be cited', () => {
  expect(said('// PRODUCT §2.4, §4; SPEC §5 and (SECURITY, "Promises"), SPEC again: §5')).toEqual([])
  expect(said('// before any paper is named: §2.4')).toEqual([])
})

test('a section that is not there is found, in its own paper alone', () => {
  expect(said('// PRODUCT §2.5')).toHaveLength(1)
  expect(said('// PRODUCT §5')).toHaveLength(1)
  expect(said('// SPEC §4')).toHaveLength(1)
  expect(said('// §9')).toHaveLength(1)
  expect(said('// PRODUCT §2.4, §2.6')).toHaveLength(1)
  expect(said('// PRODUCT §4', { 'docs/product/product.md': '' })).toHaveLength(1)
})

test('a phrase that is not there is found', () => {
  expect(said('// (SECURITY, "Promise of gold")')).toHaveLength(1)
  expect(said('// SPEC: "the reply\u0020lists its fields"')).toEqual([])
})

test('sections of other texts, and words of SQL, are none of ours', () => {
  expect(said('// RFC 9110 §14.2, WebAuthn §6.1.1, OpenRTB 2.6 §3.2.4 and Native Ads 1.2 §7.6')).toEqual([])
  expect(said("// PRODUCT §4\nconst a = 'SECURITY DEFINER' // §2.4")).toEqual([])
})

test('an issue is no source', () => {
  expect(said('/** Ends once (issue 4). */')).toHaveLength(1)
  expect(said('/** Whoever may issue 4 codes. */')).toHaveLength(1)
})
