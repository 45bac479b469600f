import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import fastify from 'fastify'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Refusal } from '../../lib/refusal.ts'
import { fileFolder } from '../../testing/servers/test-folder.ts'
import { acceptForms } from './form-body.ts'
import { type FormFiles, withFormFiles } from './form-files.ts'

const MB = 1024 * 1024
const BOUNDS = { file_fields: ['file', 'evidence'], bytes_max: MB, bytes_total_max: 1.5 * MB, fields_max: 3 }

/** What was read of the last form, or why it was refused. */
let outcome: unknown
let work: (form: FormFiles) => Promise<unknown>
const server = fastify()
server.register(async (scope) => {
  await acceptForms(scope)
  scope.post('/', async (request) => {
    outcome = await withFormFiles(request, BOUNDS, work).catch((error: unknown) =>
      error instanceof Refusal ? { reason: error.reason, ...error.details } : error,
    )
    return {}
  })
})
const address = await server.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())
beforeEach(() => {
  outcome = undefined
  work = toldOf
})

/** The form as its reader finds it; each file is read twice. */
async function toldOf({ fields, files }: FormFiles) {
  const told: Record<string, unknown> = { ...fields }
  for (const [field, { name, bytes, open }] of Object.entries(files)) {
    const [one, other] = [await buffer(open()), await buffer(open())]
    told[field] = { name, bytes, length: one.length, is_same: one.equals(other), starts: one[0] }
  }
  return told
}

type Part = [name: string, value: string | Blob, file_name?: string]
async function send(...parts: Part[]): Promise<unknown> {
  const form = new FormData()
  for (const [name, value, file_name] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, file_name ?? 'a file.bin')
  }
  const reply = await fetch(address, { method: 'POST', body: form })
  expect(reply.status).toBe(200)
  return outcome
}
const ofBytes = (bytes: number) => new Blob([Buffer.alloc(bytes, 7)])
async function* nothing() {}
// Of this file's tests alone.
const temporary = fileFolder()
vi.stubEnv('TMPDIR', temporary)
afterAll(() => vi.unstubAllEnvs())
const leftOver = () => readdirSync(temporary).filter((name) => name !== 'owner.pid')

describe('a form with files', () => {
  test('is told by its fields, with files that can be read again and again', async () => {
    const parts: Part[] = [
      ['reason', 'seen'],
      ['file', ofBytes(700_000), '../../etc/Beleg\u202e ü.pdf'],
      ['evidence', ofBytes(3)],
    ]
    expect(await send(...parts)).toEqual({
      reason: 'seen',
      file: { name: 'Beleg ü.pdf', bytes: 700_000, length: 700_000, is_same: true, starts: 7 },
      evidence: { name: 'a file.bin', bytes: 3, length: 3, is_same: true, starts: 7 },
    })
  })

  test('may have one of 0 bytes, which is there', async () => {
    expect(await send(['file', ofBytes(0)])).toMatchObject({ file: { bytes: 0, length: 0 } })
  })

  test('is refused by the field whose file is too large, 50 MB over included, and by what all may be [proof 1187]', async () => {
    expect(await send(['file', ofBytes(MB)])).toMatchObject({ file: { bytes: MB } })
    for (const bytes of [MB + 1, 51 * MB]) {
      expect(await send(['reason', 'x'], ['file', ofBytes(bytes)])).toEqual({
        ...{ reason: 'file_too_large', field: 'file', bounds: { bytes_max: MB } },
      })
    }
    expect(await send(['file', ofBytes(MB)], ['evidence', ofBytes(MB / 2 + 1)])).toEqual({
      ...{ reason: 'file_too_large', field: 'evidence', bounds: { bytes_max: MB / 2 } },
    })
  })

  test('is refused by a name that stands twice, and by a file that is asked for nowhere', async () => {
    const twice = { reason: 'field_invalid', field: 'file' }
    expect(await send(['file', ofBytes(1)], ['file', ofBytes(1)])).toEqual(twice)
    expect(await send(['file', ofBytes(1)], ['file', 'text'])).toEqual(twice)
    expect(await send(['a', '1'], ['a', '2'])).toEqual({ reason: 'field_invalid', field: 'a' })
    const unknown = { reason: 'field_unknown', field: 'other' }
    expect(await send(['other', ofBytes(1)], ['file', ofBytes(1)])).toEqual(unknown)
    expect(await send(['other', ofBytes(20 * MB)])).toEqual(unknown)
  })

  test('is malformed with too many parts, and one that is none is', async () => {
    const malformed = { reason: 'body_malformed' }
    expect(await send(['a', '1'], ['b', '1'], ['c', '1'], ['d', '1'])).toEqual(malformed)
    expect(await send(['constructor', '1'])).toEqual(malformed)
    const headers = { 'content-type': 'application/json' }
    await fetch(address, { method: 'POST', headers, body: '{}' })
    expect(outcome).toEqual(malformed)
  })

  test('is refused by a field that is too long, and by one that is no text', async () => {
    expect(await send(['a', 'x'.repeat(100_001)])).toEqual({ reason: 'field_too_long', field: 'a' })
    const head = 'content-disposition: form-data; name="a"\r\ncontent-type: application/json'
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    const body = `--b\r\n${head}\r\n\r\n{"a":1}\r\n--b--\r\n`
    await fetch(address, { method: 'POST', headers, body })
    expect(outcome).toEqual({ reason: 'field_invalid', field: 'a' })
  })

  test('that is cut off is malformed, and its work is not begun [proof 1188]', async () => {
    let begun = 0
    work = async () => {
      begun += 1
    }
    const head = 'content-disposition: form-data; name="file"; filename="f"'
    const start = `--b\r\n${head}\r\ncontent-type: application/octet-stream\r\n\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    // Once the sender ends too early, once they are gone.
    await fetch(address, { method: 'POST', headers, body: `${start}${'x'.repeat(200_000)}` })
    expect(outcome).toEqual({ reason: 'body_malformed' })
    outcome = undefined
    const gone = httpRequest(address, {
      ...{ method: 'POST', headers: { ...headers, 'content-length': MB } },
    })
    gone.on('error', () => {})
    gone.write(`${start}${'x'.repeat(200_000)}`)
    await once(server.server, 'request')
    gone.destroy()
    await expect.poll(() => outcome).toEqual({ reason: 'body_malformed' })
    expect(begun).toBe(0)
  })

  test('leaves no file behind, whatever became of it; meanwhile there is none by name, either [proof 1189]', async () => {
    let meanwhile = ['not looked']
    work = async ({ files }) => {
      meanwhile = leftOver()
      await buffer(files.file?.open() ?? nothing())
      throw new Error('broken')
    }
    expect(await send(['file', ofBytes(MB)])).toEqual(new Error('broken'))
    expect(meanwhile).toEqual([])
    expect(await send(['file', ofBytes(2 * MB)])).toMatchObject({ reason: 'file_too_large' })
    expect(leftOver()).toEqual([])
  })

  test('can’t be read any more once its work is done', async () => {
    let kept: FormFiles | undefined
    work = async (form) => {
      kept = form
    }
    await send(['file', ofBytes(1)])
    await expect(buffer(kept?.files.file?.open() ?? nothing())).rejects.toThrow()
  })
})
