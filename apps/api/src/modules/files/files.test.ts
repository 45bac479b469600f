import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { login } from '@adtally/contract/identity/identity.ts'
import { fileUpload, IMAGE_BYTES_MAX } from '@adtally/contract/service/files.ts'
import { chatSend } from '@adtally/contract/service/service.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import { schedule } from '../../database/jobs.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { cleanUpJob } from './clean-up.job.ts'
import { filesModule } from './index.ts'
import { isDecodable } from './rules.ts'

const p = await testProgram()
afterAll(() => p.close())
const token = (await buildCustomer(p.services)).token

const MARK = '<script>alert(1)</script>'

async function picture(format: 'jpeg' | 'png' | 'webp' | 'gif', side = 40): Promise<Buffer> {
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: '#3a3fd4' } })
  return await plain
    .withExif({ IFD0: { Copyright: MARK }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toFormat(format)
    .toBuffer()
}

/** A white picture at a bit per pixel: a few kilobytes at any size (PNG, Third Edition §11.2). */
function whitePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  const lines = Buffer.alloc(height * (1 + width / 8), 0xff)
  for (let line = 0; line < height; line += 1) lines[line * (1 + width / 8)] = 0
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...parts])
}

/** Uploads a form as a browser does. */
async function upload(
  content: Buffer,
  options: { use?: string; name?: string; token?: string; field?: string } = {},
) {
  const { use = 'chat', name = 'picture.jpg', field = 'file' } = options
  const form = new FormData()
  form.set('use', use)
  form.set(field, new Blob([new Uint8Array(content)], { type: 'image/jpeg' }), name)
  const encoded = new Response(form)
  const reply = await p.server.inject({
    method: 'POST',
    url: `${p.services.settings.base_path}${fileUpload.path}`,
    headers: { 'x-ct': options.token ?? token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: reply.statusCode, ...reply.json() }
}

async function look(file_id: string, as: string) {
  return await p.server.inject({
    url: `${p.services.settings.base_path}/files/image/${file_id}`,
    headers: { 'x-ct': as },
  })
}

describe('an upload', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
    'of %s is kept as an image of its own',
    async (format) => {
      const { code, data } = await upload(await picture(format), { name: '../../evil.php' })
      expect(code).toBe(200)
      const reply = await look(data.file_id, token)
      expect(reply.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        'content-disposition': 'inline; filename="image.webp"',
      })
      const kept = await sharp(reply.rawPayload).metadata()
      expect(kept).toMatchObject({ format: 'webp', width: 40, height: 40 })
      expect(kept.exif).toBeUndefined()
    },
  )

  test('loses its metadata and whatever stands behind the picture; control: both were there', async () => {
    const polyglot = Buffer.concat([await picture('jpeg'), Buffer.from(`PK\u0003\u0004${MARK}`)])
    expect(polyglot.includes(MARK)).toBe(true)
    expect((await sharp(polyglot).metadata()).exif?.includes(MARK)).toBe(true)
    const { data } = await upload(polyglot)
    const { rawPayload } = await look(data.file_id, token)
    expect(rawPayload.includes(MARK)).toBe(false)
  })

  test.each([
    ['an SVG', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`)],
    ['HTML called a picture', Buffer.from(`<!doctype html>${MARK}`)],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['nothing', Buffer.alloc(0)],
    ['a head without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])],
  ])('of %s is refused as no image [proof 83]', async (_name, content) => {
    expect(await upload(content)).toMatchObject({
      status: 200,
      code: 400,
      data: { reason: 'not_an_image', field: 'file' },
    })
  })

  test('of a picture cut short is refused', async () => {
    const whole = await sharp(Buffer.alloc(300 * 300 * 3, 7), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .png({ compressionLevel: 0 })
      .toBuffer()
    expect(await upload(whole.subarray(0, whole.length / 2))).toMatchObject({
      data: { reason: 'not_an_image' },
    })
    expect((await upload(whole)).code).toBe(200)
  })

  test('of a bomb of 256 megapixels is refused before it is decoded', {
    retry: 2,
  }, async () => {
    const bomb = whitePng(16_000, 16_000)
    expect(bomb.length).toBeLessThan(IMAGE_BYTES_MAX)
    expect((await upload(whitePng(80, 80))).code).toBe(200)
    const started_ms = performance.now()
    expect(await upload(bomb)).toMatchObject({ data: { reason: 'image_pixels_too_many' } })
    expect(performance.now() - started_ms).toBeLessThan(2_000)
    expect([isDecodable(8_000, 7_500), isDecodable(8_000, 7_501)]).toEqual([true, false])
  })

  test('of 5 MB is taken, and of one byte more refused [proof 84]', async () => {
    const small = await picture('jpeg')
    const whole = Buffer.concat([small, Buffer.alloc(IMAGE_BYTES_MAX - small.length)])
    expect((await upload(whole)).code).toBe(200)
    expect(await upload(Buffer.concat([whole, Buffer.alloc(1)]))).toMatchObject({
      status: 200,
      code: 400,
      data: { reason: 'image_too_large', field: 'file' },
    })
  })

  test('far too large is answered over a real connection too, not hung up on', async () => {
    const url = await p.server.listen({ port: 0, host: '127.0.0.1' })
    const form = new FormData()
    form.set('use', 'chat')
    form.set('file', new Blob([new Uint8Array(4 * IMAGE_BYTES_MAX)]), 'x')
    const reply = await fetch(`${url}${p.services.settings.base_path}${fileUpload.path}`, {
      method: 'POST',
      headers: { 'x-ct': token },
      body: form,
    })
    expect(await reply.json()).toMatchObject({ code: 400, data: { reason: 'image_too_large' } })
  })

  test('wants a use, a file by its name, and to know who is there', async () => {
    const content = await picture('png')
    expect(await upload(content, { use: 'contract' })).toMatchObject({ data: { field: 'use' } })
    expect(await upload(content, { field: 'other' })).toMatchObject({ data: { reason: 'field_unknown' } })
    expect(await upload(content, { token: 'x' })).toMatchObject({ code: 401 })
    const without = await p.call(fileUpload, { use: 'chat' }, { token })
    expect(without).toMatchObject({ code: 400, data: { reason: 'field_required', field: 'file' } })
  })
})

describe('an image', () => {
  test('has nothing of the name that its uploader gave it, in its reply, in the folder or in the database', async () => {
    const name = 'evil-name-of-theirs.php'
    const { data } = await upload(await picture('png'), { name })
    const { headers, rawPayload } = await look(data.file_id, token)
    expect(headers['content-disposition']).toBe('inline; filename="image.webp"')
    expect(JSON.stringify({ data, headers })).not.toContain('evil-name')
    expect(rawPayload.includes('evil-name')).toBe(false)
    const { data_dir } = p.services.settings
    const paths = await readdir(join(data_dir, 'uploads'), { recursive: true })
    expect(paths.filter((path) => path.includes('evil-name'))).toEqual([])
    const { rows } = await p.system((tx) =>
      sql<{
        text: string
      }>`select to_jsonb(i)::text as text from files.images i where file_id = ${data.file_id}`.execute(tx),
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain('evil-name')
  })

  test('is shown to its owner alone, and answered to others like one that is not there', async () => {
    const other = await buildCustomer(p.services)
    const { data } = await upload(await picture('png'))
    const theirs = await look(data.file_id, other.token)
    const nobodys = await look(newId(), other.token)
    expect(theirs.json()).toEqual(nobodys.json())
    expect(theirs.json()).toMatchObject({ code: 405, data: { reason: 'file_not_found' } })
    expect((await look(data.file_id, '')).json()).toMatchObject({ code: 401 })
    expect((await look(data.file_id, token)).statusCode).toBe(200)
  })

  test('goes into no message of another customer, nor where it was not uploaded for', async () => {
    const other = await buildCustomer(p.services)
    const of_chat = (await upload(await picture('png'))).data.file_id
    const of_feedback = (await upload(await picture('png'), { use: 'feedback' })).data.file_id
    const send = (images: string[], as: string) =>
      p.call(chatSend, { request_id: newId(), text: '', images }, { token: as })
    const refused = { code: 405, data: { reason: 'file_not_found', field: 'images' } }
    expect(await send([of_chat], other.token)).toMatchObject(refused)
    expect(await send([of_feedback], token)).toMatchObject(refused)
    const sent = await send([of_chat], token)
    expect(sent.data).toMatchObject({ text: '', images: [{ file_id: of_chat, width: 40, height: 40 }] })
  })

  test('is seen by staff of its use, which the customer’s own list shows', async () => {
    const save = filesModule.verbs?.find(({ name }) => name === 'save-image')
    const { maker, checker } = await buildStaff(p.services)
    const { data } = await upload(await picture('png'))
    const { file_id } = data
    expect(await save?.run(p.services, checker, { file_id })).toMatchObject({
      ...{ file_name: `${file_id}.webp`, media_type: 'image/webp' },
    })
    const content_only = { ...maker, roles: ['content'] as const }
    await expect(save?.run(p.services, content_only, { file_id })).rejects.toThrow('staff_role_missing')
    const rows = await p.system((tx) =>
      sql<{ action: string }>`select action from audit.entries where subject_id = ${data.file_id}`.execute(
        tx,
      ),
    )
    expect(rows.rows).toEqual([{ action: 'image.viewed' }])
  })

  test('that nothing takes up is gone after a day, bytes and all; one that was taken up stays', async () => {
    const customer = await buildCustomer(p.services)
    const as = { token: customer.token }
    const kept = (await upload(await picture('png'), as)).data.file_id
    const left = (await upload(await picture('png'), as)).data.file_id
    await p.call(chatSend, { request_id: newId(), text: 'see', images: [kept] }, as)
    const before = (await storedNames()).length
    // As a worker seeds it when it starts.
    await p.system((tx) =>
      schedule(tx, { kind: cleanUpJob.kind, subject_id: 'periodic', due_at: p.services.clock.now() }),
    )
    await p.advance(25 * 60 * 60 * 1000)
    const { username, password } = customer
    const { data: session } = await p.call(login, { username, password })
    expect((await look(kept, session.token)).statusCode).toBe(200)
    expect((await look(left, session.token)).json()).toMatchObject({ data: { reason: 'file_not_found' } })
    expect((await storedNames()).length).toBeLessThan(before)
  })
})

async function storedNames(): Promise<string[]> {
  const all = await readdir(join(p.services.settings.data_dir, 'uploads'), { recursive: true })
  return all.filter((name) => /[\w-]{43}$/.test(name))
}

test('uploads at once can’t outrun the quota; a refused one leaves nothing behind', async () => {
  const customer = await buildCustomer(p.services)
  const picture_bytes = await picture('webp')
  await upload(picture_bytes, { token: customer.token })
  await p.system((tx) =>
    sql`update files.usage set bytes = ${100 * 1024 * 1024 - 700} where customer_id = ${customer.customer_id}`.execute(
      tx,
    ),
  )
  const before = (await storedNames()).length
  const replies = await Promise.all(
    Array.from({ length: 8 }, () => upload(picture_bytes, { token: customer.token })),
  )
  const taken = replies.filter(({ code }) => code === 200).length
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThan(8)
  expect(replies.filter(({ data }) => data.reason === 'upload_quota_exceeded')).toHaveLength(8 - taken)
  expect((await storedNames()).length).toBe(before + taken)
})
