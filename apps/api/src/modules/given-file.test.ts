import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/reason-of.ts'
import { readGivenFile, readGivenJson, streamGivenFile, writeNewFile } from './given-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'adtally-given-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string, content?: string) => {
  const path = join(folder, name)
  if (content !== undefined) writeFileSync(path, content)
  return path
}
const ASKED = { field: 'texts_file', bytes_max: 5 }

describe.each([
  ['read whole', readGivenFile],
  ['read piece by piece', streamGivenFile],
  ['read as JSON', readGivenJson],
])('a file that staff name, %s', (_how, read: (path: string, asked: typeof ASKED) => Promise<unknown>) => {
  const refused = async (path: string) => {
    const { reason, details } = await refusalOf(read(path, ASKED))
    return { reason, ...details }
  }

  test('is unreadable where nothing or a folder is, by the flag that named it', async () => {
    const unreadable = { reason: 'file_unreadable', field: 'texts_file' }
    expect(await refused(at('nowhere'))).toEqual(unreadable)
    expect(await refused(folder)).toEqual(unreadable)
  })

  test('is too large with the bound that it has to keep to', async () => {
    expect(await refused(at('large', '123456'))).toEqual({
      ...{ reason: 'file_too_large', field: 'texts_file', bounds: { bytes_max: 5 } },
    })
    await read(at('fits', '12345'), ASKED)
  })
})

test('a file that staff have written lies in the place of no other', async () => {
  const path = at('new')
  await writeNewFile(path, 'one')
  await writeNewFile(path, 'one')
  expect(await refusalOf(writeNewFile(path, 'two'))).toMatchObject({
    ...{ reason: 'file_exists', details: { field: 'out' } },
  })
  expect(await refusalOf(writeNewFile(join(path, 'below'), 'x'))).toMatchObject({ reason: 'file_unwritable' })
})
