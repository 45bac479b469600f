import { createHash } from 'node:crypto'
import { auditHead } from '@adtally/contract/audit.ts'
import {
  contractDetail,
  contractFile,
  contractList,
  contractPreview,
  contractReceipt,
  contractUploadSuccess,
  contractUploadUrl,
} from '@adtally/contract/contracts.ts'
import { LANGUAGES } from '@adtally/contract/enums.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { runPdfTool } from '../../testing/pdf-tools.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { UPLOAD_TTL_MS } from './begin-upload.ts'
import { cleanUpJob, UNSIGNED_KEPT_MS } from './clean-up.job.ts'
import { CONTRACT, contractKind } from './contract-kind.ts'
import { previewContract } from './preview-contract.ts'
import { blocksOf, readTemplates } from './template.ts'

const program = await testProgram()
afterAll(() => program.close())
const drawn = await drawing('<path d="M20 90 C 60 10 110 160 190 40 S 260 80 290 30"/>')

/** A signature as a phone's screen draws it. */
async function drawing(strokes: string): Promise<Buffer> {
  const svg = `<svg width="300" height="120"><g stroke="black" fill="none" stroke-width="5">${strokes}</g></svg>`
  return await sharp(Buffer.from(svg)).png().toBuffer()
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
const { system } = program
const put = (url: string, payload: Buffer, type = 'image/png') =>
  program.server.inject({ method: 'PUT', url, payload, headers: { 'content-type': type } })

interface Signer {
  token: string
  language: string
}

async function signer(language = 'en'): Promise<Signer> {
  return { token: (await buildCustomer(program.services)).token, language }
}

function options({ token, language }: Signer) {
  return { token, headers: { 'accept-language': language } }
}

async function announce(who: Signer, contract_id: string, bytes = drawn.length) {
  const asked = { contract_id, media_type: 'image/png', bytes } as const
  return await program.call(contractUploadUrl, asked, options(who))
}

async function sign(who: Signer) {
  const { data: preview } = await program.call(contractPreview, {}, options(who))
  const { data: upload } = await announce(who, preview.contract_id)
  expect((await put(upload.url, drawn)).json()).toMatchObject({ code: 200 })
  const asked = {
    contract_id: preview.contract_id,
    upload_id: upload.upload_id,
    preview_sha256: preview.preview_sha256,
    agreed: true,
  } as const
  const signed = await program.call(contractUploadSuccess, asked, options(who))
  return { preview, upload, asked, signed }
}

async function fileOf(who: Signer, contract_id: string) {
  const { data } = await program.call(contractFile, { contract_id }, options(who))
  const content = Buffer.from(data.content, 'base64')
  expect(sha256(content)).toBe(data.sha256)
  return content
}

/** What a translation must keep: the order of titles, headings, items and paragraphs, and the facts in each. */
function outline(text = ''): string[] {
  return blocksOf(text).map(({ kind, text: words }) =>
    [kind, ...(words.match(/\{\{\w+\}\}/g) ?? []).toSorted()].join(' '),
  )
}

test('the template is there in every language, with the parts and facts of the English', () => {
  const templates = readTemplates(null)
  const english = outline(templates.get('en')?.text)
  expect(english).toContain('paragraph {{customer_number}} {{customer}} {{operator}}')
  for (const language of LANGUAGES) {
    expect(outline(templates.get(language)?.text), language).toEqual(english)
  }
})

describe('the preview', () => {
  test('is one file a text, and the very file that is sealed', async () => {
    const who = await signer()
    const first = await program.call(contractPreview, {}, options(who))
    const second = await program.call(contractPreview, {}, options(who))
    expect(first.data).toEqual(second.data)
    const shown = await fileOf(who, first.data.contract_id)
    expect(sha256(shown)).toBe(first.data.preview_sha256)
    const { signed } = await sign(who)
    expect(signed.data.contract_id).toBe(first.data.contract_id)
    const sealed = await fileOf(who, signed.data.contract_id)
    expect(sealed.length).toBeGreaterThan(shown.length)
    expect(sealed.subarray(0, shown.length).equals(shown)).toBe(true)
  })

  test('names the customer, in their language, marked as sandbox', async () => {
    for (const [language, title, mark] of [
      ['en', 'Services agreement', 'SANDBOX'],
      ['zh-Hans', '服务合同', '测试环境'],
      ['zh-Hant', '服務合約', '測試環境'],
      ['ja', 'サービス契約書', 'テスト環境'],
      ['ko', '서비스 계약서', '테스트 환경'],
      ['th', 'สัญญาบริการ', 'ระบบทดสอบ'],
      ['vi', 'Hợp đồng dịch vụ', 'MÔI TRƯỜNG THỬ'],
    ] as const) {
      const who = await signer(language)
      const { data } = await program.call(contractPreview, {}, options(who))
      const text = runPdfTool('pdftotext', await fileOf(who, data.contract_id))
      expect(text).toContain(title)
      expect(text.split(mark)).toHaveLength(data.pages + 1)
      expect(data).toMatchObject({ language, language_wanted: language, signed_at: null })
    }
  })

  test('in a language without a text is the stated fallback; control: with one it is in the language', async () => {
    const { customer_id } = await buildCustomer(program.services)
    const { contracts, content } = program.services
    const templates = new Map([...contracts.templates].filter(([language]) => language === 'en'))
    const kinds = new Map([...content.kinds, [CONTRACT.kind, contractKind(templates)]])
    const services = { ...program.services, content: Object.create(content, { kinds: { value: kinds } }) }
    expect(await previewContract(services, customer_id, 'th')).toMatchObject({
      language: 'en',
      language_wanted: 'th',
    })
    expect(await previewContract(program.services, customer_id, 'th')).toMatchObject({
      language: 'th',
      language_wanted: 'th',
    })
  })

  test("is nobody else's", async () => {
    const { data } = await program.call(contractPreview, {}, options(await signer()))
    const other = options(await signer())
    const { contract_id } = data
    expect((await program.call(contractFile, { contract_id }, other)).data.reason).toBe('contract_not_found')
    const asked = { contract_id, media_type: 'image/png', bytes: 10 } as const
    expect((await program.call(contractUploadUrl, asked, other)).data.reason).toBe('contract_not_found')
  })

  test('that nobody signs is removed after a week, and a signed one is not', async () => {
    const [idle, keen] = [await signer(), await signer()]
    const { data } = await program.call(contractPreview, {}, options(idle))
    const { signed } = await sign(keen)
    await program.advance(UNSIGNED_KEPT_MS + 1_000)
    const due_at = program.services.clock.now()
    await system((tx) => cleanUpJob.run(program.services, tx, { subject_id: 'periodic', due_at }))
    const ids = await system((tx) =>
      tx.selectFrom('contracts.versions').select('contract_id').execute(),
    ).then((rows) => rows.map(({ contract_id }) => contract_id))
    expect(ids).not.toContain(data.contract_id)
    expect(ids).toContain(signed.data.contract_id)
  })
})

describe('the upload', () => {
  async function begun(bytes = drawn.length) {
    const who = await signer()
    const { data: preview } = await program.call(contractPreview, {}, options(who))
    return { who, preview, upload: (await announce(who, preview.contract_id, bytes)).data }
  }

  test('works once', async () => {
    const { upload } = await begun()
    const tries = await Promise.all([1, 2, 3, 4, 5].map(() => put(upload.url, drawn)))
    const codes = tries.map((reply) => reply.json().code)
    expect(codes.toSorted()).toEqual([200, 405, 405, 405, 405])
  })

  test('takes the announced size and type alone, and is used up by anything else', async () => {
    const { upload } = await begun(drawn.length + 1)
    expect((await put(upload.url, drawn)).json().data.reason).toBe('upload_differs')
    expect((await put(upload.url, Buffer.concat([drawn, Buffer.alloc(1)]))).json().data.reason).toBe(
      'upload_not_found',
    )
    const { upload: typed } = await begun()
    expect((await put(typed.url, drawn, 'application/pdf')).json().code).toBe(400)
    const over = await put(typed.url, Buffer.alloc(300 * 1024))
    expect(over.statusCode).toBe(413)
    expect((await put(typed.url, drawn)).json().code).toBe(200)
  })

  test('ends after minutes', async () => {
    const { upload } = await begun()
    await program.advance(UPLOAD_TTL_MS + 1_000)
    expect((await put(upload.url, drawn)).json().data.reason).toBe('upload_not_found')
  })

  test('of another path goes nowhere', async () => {
    const { upload } = await begun()
    const other = upload.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect((await put(other, drawn)).json().data.reason).toBe('upload_not_found')
  })

  test('refuses what is no picture, a bomb, and an empty sheet', async () => {
    const head = drawn.subarray(0, 8)
    const bomb = await sharp({ create: { width: 6000, height: 6000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9, palette: true })
      .toBuffer()
    for (const [content, reason] of [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not_an_image'],
      [Buffer.concat([head, Buffer.alloc(64)]), 'not_an_image'],
      [bomb, 'image_pixels_too_many'],
      [await drawing(''), 'signature_empty'],
    ] as const) {
      const { upload } = await begun(content.length)
      expect((await put(upload.url, content)).json().data.reason).toBe(reason)
    }
  })
})

describe('signing', () => {
  test('keeps hashes, text, time and evidence, and is final', async () => {
    const who = await signer('zh-Hans')
    const { signed, asked, preview } = await sign(who)
    expect(signed.data).toMatchObject({ language: 'zh-Hans', preview_sha256: preview.preview_sha256 })
    expect((await program.call(contractUploadSuccess, asked, options(who))).data).toEqual(signed.data)
    expect((await announce(who, preview.contract_id)).data.reason).toBe('contract_final')
    const row = await system((tx) =>
      tx
        .selectFrom('contracts.signatures as signature')
        .innerJoin('contracts.versions as version', 'version.contract_id', 'signature.contract_id')
        .select(['evidence', 'content'])
        .where('version.contract_id', '=', preview.contract_id)
        .executeTakeFirst(),
    )
    expect(row).toMatchObject({
      content: expect.stringContaining('服务合同'),
      evidence: { agreement: '我已阅读本合同并同意其内容。', preview_sha256: preview.preview_sha256 },
    })
    const detail = await program.call(contractDetail, {}, options(who))
    expect(detail.data).toEqual({ signed: signed.data, is_current: true, signing_available: true })
    expect((await program.call(contractList, {}, options(who))).data.items).toEqual([signed.data])
  })

  test.each([
    'update contracts.signatures set signed_at = now()',
    'delete from contracts.signatures',
    `update contracts.versions set content = 'x'`,
  ])('not even the owner of the database may: %s', async (statement) => {
    await sign(await signer())
    await expect(program.db.asOwner(statement)).rejects.toThrow('not allowed')
  })

  test('asks for the file that was seen, the agreement, and a signature that has arrived', async () => {
    const who = await signer()
    const { data: preview } = await program.call(contractPreview, {}, options(who))
    const { contract_id, preview_sha256 } = preview
    const { data: upload } = await announce(who, contract_id)
    const asked = { contract_id, upload_id: upload.upload_id, preview_sha256, agreed: true } as const
    const tried = async (changed: object) => {
      const url = `${program.services.settings.base_path}${contractUploadSuccess.path}`
      const headers = { 'x-ct': who.token }
      const reply = await program.server.inject({
        method: 'POST',
        url,
        headers,
        payload: { ...asked, ...changed },
      })
      return reply.json().data.reason
    }
    expect(await tried({})).toBe('upload_missing')
    await put(upload.url, drawn)
    expect(await tried({ preview_sha256: '0'.repeat(64) })).toBe('contract_preview_differs')
    expect(await tried({ agreed: false })).toBe('contract_not_agreed')
    expect(await tried({ upload_id: contract_id })).toBe('upload_not_found')
    expect(await tried({})).toBeUndefined()
  })

  test('at once from two devices makes one contract, and leaves no second file', async () => {
    const who = await signer()
    const { data: preview } = await program.call(contractPreview, {}, options(who))
    const { contract_id, preview_sha256 } = preview
    const uploads = [await announce(who, contract_id), await announce(who, contract_id)].map(
      ({ data }) => data,
    )
    for (const { url } of uploads) await put(url, drawn)
    const replies = await Promise.all(
      uploads.map(({ upload_id }) =>
        program.call(
          contractUploadSuccess,
          { contract_id, upload_id, preview_sha256, agreed: true },
          options(who),
        ),
      ),
    )
    expect(replies.map(({ data }) => data.reason ?? 'signed').toSorted()).toEqual([
      'contract_final',
      'signed',
    ])
  })

  test('a file that was changed on disk is never given out', async () => {
    const who = await signer()
    const { signed } = await sign(who)
    const { file_name: name } = await system((tx) =>
      tx
        .selectFrom('contracts.signatures')
        .select('file_name')
        .where('contract_id', '=', signed.data.contract_id)
        .executeTakeFirstOrThrow(),
    )
    const kept = await program.services.files.read(name)
    await program.services.files.remove(name)
    await program.services.files.keep(name, Buffer.concat([kept ?? Buffer.alloc(0), Buffer.from(' ')]))
    const { code } = await program.call(contractFile, { contract_id: signed.data.contract_id }, options(who))
    expect(code).toBe(500)
  })

  test('stands in the log, where anybody can check it', async () => {
    const who = await signer()
    const { signed } = await sign(who)
    const { contract_id } = signed.data
    const { data: receipt } = await program.call(contractReceipt, { contract_id }, options(who))
    expect(receipt.fields.join(' ')).toContain(signed.data.sealed_sha256)
    const height = String(receipt.fields[0])
    const { data: head } = await program.call(auditHead, { height })
    expect(head.entry_hash).toBe(receipt.hash)
    expect(head.height).toBeGreaterThanOrEqual(Number(height))
  })
})

describe('an outside tool', () => {
  test('says that the sealed file is signed and unchanged, and finds one flipped byte anywhere', async () => {
    const who = await signer()
    const { signed } = await sign(who)
    const sealed = await fileOf(who, signed.data.contract_id)
    const report = runPdfTool('pdfsig', sealed)
    expect(report).toContain('Signature is Valid')
    expect(report).toContain('Total document signed')
    expect(report).toContain('ETSI.CAdES.detached')
    for (const part of [0.2, 0.5, 0.9]) {
      const changed = Buffer.from(sealed)
      // Inside a stream of the previewed part, so that the file still opens.
      const at = Math.floor(changed.indexOf('stream\n') + 40 + part * 100)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(runPdfTool('pdfsig', changed)).toContain('Digest Mismatch')
    }
  })

  test('control: the preview itself is not signed', async () => {
    const who = await signer()
    const { data } = await program.call(contractPreview, {}, options(who))
    expect(runPdfTool('pdfsig', await fileOf(who, data.contract_id))).toContain(
      'does not contain any signatures',
    )
  })
})
