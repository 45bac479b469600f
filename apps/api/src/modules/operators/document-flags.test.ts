import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { documentHash } from '@adtally/contract/operator/statement/fields.ts'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { inputOf, inputOfQuery } from './flags.ts'

const folder = mkdtempSync(join(tmpdir(), 'adtally-documents-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const request = z.strictObject({ document_hash: documentHash })
const typed = (value: string) => inputOf(request, [['document_hash', value]], {})

test('a document is known by its hash alone, worked out where it lies; an empty one shows nothing [proof 1317]', () => {
  expect(typed(at('passport.txt', 'a passport'))).toEqual({ document_hash: sha256('a passport') })
  const refused = (reason: string) => expect.objectContaining({ reason })
  expect(() => typed(sha256('a passport')), 'a typed hash is no path').toThrow(refused('file_unreadable'))
  expect(() => typed(at('empty.txt', ''))).toThrow(refused('file_empty'))
  expect(z.safeParse(request, { document_hash: sha256('') }).success, 'by hand').toBe(false)
  expect(z.safeParse(request, { document_hash: sha256('a passport') }).success, 'control').toBe(true)
})

test('over HTTP a path of this machine is no document', () => {
  const query = inputOfQuery(request, { document_hash: at('passport.txt', 'a passport') })
  expect(z.safeParse(request, query).success).toBe(false)
})
