import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GivenFile } from '@adtally/contract/operator/statement/files.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../testing/reason-of.ts'
import { fileAt, fileOf, readGivenFile, readGivenJson, saveDownload, streamGivenFile } from './given-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'adtally-given-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string, content?: string) => {
  const path = join(folder, name)
  if (content !== undefined) writeFileSync(path, content)
  return path
}
const ASKED = { field: 'texts_file', bytes_max: 5 }
type Asked = typeof ASKED

async function readPieces(file: GivenFile, asked: Asked): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of (await streamGivenFile(file, asked))()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const WAYS: [how: string, read: (file: GivenFile, asked: Asked) => Promise<unknown>][] = [
  ['read whole', readGivenFile],
  ['read piece by piece', readPieces],
  ['read as JSON', readGivenJson],
]

describe.each(WAYS)('a file that was given, %s', (_how, read) => {
  const refused = async (file: GivenFile) => {
    const { reason, details } = await refusalOf(read(file, ASKED))
    return { reason, ...details }
  }

  test('is too large with the bound that it has to keep to, and is then not opened', async () => {
    let opened = 0
    const file = new GivenFile({
      ...{ name: 'large', bytes: 6 },
      open: () => {
        opened += 1
        return fileOf('large', '123456').open()
      },
    })
    const too_large = { reason: 'file_too_large', field: 'texts_file', bounds: { bytes_max: 5 } }
    expect(await refused(file)).toEqual(too_large)
    expect(opened).toBe(0)
    await read(fileAt(at('fits', '12345')), ASKED)
  })

  test('is too large where it turns out longer than it is said to be [proof 1185]', async () => {
    const { open } = fileOf('liar', '123456')
    expect(await refused(new GivenFile({ name: 'liar', bytes: 1, open }))).toMatchObject({
      ...{ reason: 'file_too_large', field: 'texts_file', bounds: { bytes_max: 5 } },
    })
  })

  test('is unreadable where it has gone since it was named', async () => {
    const file = fileAt(at('gone', '1'))
    rmSync(at('gone'))
    expect(await refused(file)).toEqual({ reason: 'file_unreadable', field: 'texts_file' })
  })
})

test('a path is a file’s, by the flag that named it', async () => {
  for (const path of [at('nowhere'), folder, 'a\0b']) {
    expect(await refusalOf(Promise.resolve().then(() => fileAt(path, 'texts_file')))).toMatchObject({
      ...{ reason: 'file_unreadable', details: { field: 'texts_file' } },
    })
  }
  expect(fileAt(at('named', '12'))).toMatchObject({ name: 'named', bytes: 2 })
})

test('a file is read as often as it is asked for', async () => {
  for (const file of [fileAt(at('twice', '1234')), fileOf('twice', '1234')]) {
    expect([await readPieces(file, ASKED), await readPieces(file, ASKED)]).toEqual(['1234', '1234'])
  }
})

describe('a file that an act answered', () => {
  const content = Buffer.from('one')

  test('lies in the place of no other, and is its owner’s alone [proof 1186]', async () => {
    const out = at('new')
    const sha256 = '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed'
    expect(await saveDownload({ content }, out)).toEqual({ out, bytes: 3, sha256 })
    expect(statSync(out).mode & 0o777).toBe(0o600)
    expect(await saveDownload({ content }, out), 'the same already').toEqual({ out, bytes: 3, sha256 })
    expect(await refusalOf(saveDownload({ content: Buffer.from('two') }, out))).toMatchObject({
      ...{ reason: 'file_exists', details: { field: 'out' } },
    })
    expect(readFileSync(out, 'utf8')).toBe('one')
  })

  test('is written nowhere where it can’t be', async () => {
    const below = join(at('new', 'one'), 'below')
    expect(await refusalOf(saveDownload({ content }, below))).toMatchObject({ reason: 'file_unwritable' })
  })
})
