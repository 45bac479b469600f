import {
  contractDetail,
  contractFile,
  contractList,
  contractPreview,
  contractUploadSuccess,
  contractUploadUrl,
} from '@adtally/contract/contracts.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { Office, type Printed } from '../../demo/office.ts'
import { runPdfTool } from '../../testing/pdf-tools.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildCustomer } from '../../testing/worlds/build-customer.ts'
import { buildStaff } from '../../testing/worlds/build-staff.ts'
import { fileOf } from '../given-file.ts'
import { CONTRACT, contractKind } from './contract-kind.ts'

const p = await testProgram()
afterAll(() => p.close())
const staff = await buildStaff(p.services)
const office = new Office(p.services, p.modules, staff)
const strokes = '<path d="M20 90 C 60 10 110 160 190 40" stroke="black" fill="none" stroke-width="5"/>'
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="120">${strokes}</svg>`
const drawn = await sharp(Buffer.from(svg)).png().toBuffer()

const BETWEEN = '{{operator}} {{customer}} {{customer_number}}'
const textOf = (words: string) => `# Agreement\n\n${BETWEEN}\n\n${words}`

function flagsOf(texts: unknown, more: Printed = {}): Printed {
  const texts_file = fileOf('contract.json', JSON.stringify(texts))
  return { ...CONTRACT, texts_file, reason: 'the law has changed', ...more }
}
const publish = async (texts: unknown) => await office.decide('publish-text', flagsOf(texts))

interface Signer {
  token: string
  headers: Record<string, string>
}
async function signer(language = 'en'): Promise<Signer> {
  return { token: (await buildCustomer(p.services)).token, headers: { 'accept-language': language } }
}
const preview = async (who: Signer) => (await p.call(contractPreview, {}, who)).data

async function sign(
  who: Signer,
  { contract_id, preview_sha256 }: { contract_id: string; preview_sha256: string },
) {
  const asked = { contract_id, media_type: 'image/png', bytes: drawn.length } as const
  const { data: upload } = await p.call(contractUploadUrl, asked, who)
  if (upload.reason) return upload
  const headers = { 'content-type': 'image/png' }
  await p.server.inject({ method: 'PUT', url: upload.url, payload: drawn, headers })
  const { upload_id } = upload
  return (await p.call(contractUploadSuccess, { contract_id, upload_id, preview_sha256, agreed: true }, who))
    .data
}

async function bytesOf(who: Signer, contract_id: string) {
  return Buffer.from((await p.call(contractFile, { contract_id }, who)).data.content, 'base64')
}

describe('a new version of the contract', () => {
  test('is what is signed from then on; what was signed keeps its own, file and all [proof 362]', async () => {
    const [early, late] = [await signer(), await signer()]
    const signed = await sign(early, await preview(early))
    expect(signed).toMatchObject({ text_version: 1, text_since: null })
    const file = await bytesOf(early, String(Object(signed).contract_id))
    const seen = await preview(late)
    const { since } = await publish({ en: textOf('Second words.') })
    const published = Object(since).toISOString()
    const { data: detail } = await p.call(contractDetail, {}, early)
    expect(detail).toMatchObject({ signed, is_current: false })
    expect((await p.call(contractList, {}, early)).data.items).toEqual([signed])
    expect((await bytesOf(early, String(Object(signed).contract_id))).equals(file)).toBe(true)
    // A customer who read the former text can't sign it any more, and reads the new one.
    expect(await sign(late, seen)).toMatchObject({ reason: 'contract_outdated' })
    const second = await preview(late)
    expect(second).toMatchObject({ text_version: 2, text_since: published })
    expect(runPdfTool('pdftotext', await bytesOf(late, second.contract_id))).toContain('Second words.')
    expect(await sign(late, second)).toMatchObject({ text_version: 2, text_since: published })
    expect((await p.call(contractDetail, {}, late)).data.is_current).toBe(true)
    expect((await p.call(contractDetail, {}, early)).data).toEqual(detail)
  })

  test('that says the same in one’s language is another version of it all the same', async () => {
    const who = await signer()
    const texts = { en: textOf('The same.') }
    await publish(texts)
    const before = await preview(who)
    await publish({ ...texts, de: textOf('Dasselbe.') })
    const after = await preview(who)
    expect(after.text_version).toBe(before.text_version + 1)
    expect(await preview(who)).toEqual(after)
    const { versions } = await office.run('show-text', CONTRACT)
    expect(Object(versions)[0]).toMatchObject({
      state: 'shown',
      proposed_by: 'maker',
      approved_by: 'checker',
    })
  })
})

describe('a template is refused at its proposal', () => {
  test.each<[string, string, RegExp]>([
    ['a fact that there is none of', textOf('{{salary}}'), /names \{\{salary\}\}, which is not known/],
    [
      'nobody whom it is with',
      '# Agreement\n\n{{operator}} {{customer_number}}',
      /does not name \{\{customer\}\}/,
    ],
    ['no title', `${BETWEEN}\n\nWords.`, /does not begin with its title/],
    ['a character that no font has', textOf('Sumer: \u{12000}'), /no font has \u{12000}/u],
  ])('%s', async (_name, german, what) => {
    const flags = flagsOf({ en: textOf('Words.'), de: german })
    await expect(office.run('publish-text', flags)).rejects.toMatchObject({
      reason: 'text_not_showable',
      details: { values: { language: 'de', what: expect.stringMatching(what) } },
    })
    const { versions } = await office.run('show-text', CONTRACT)
    expect(Object.values(Object(versions))).not.toContainEqual(expect.objectContaining({ state: 'proposed' }))
  })

  test('one that can’t be written to a file; control: as it can be, it is proposed', async () => {
    const kind = contractKind(p.services.contracts.templates)
    const texts = { en: textOf('Words.') }
    // An invalid date stands for anything that the writer throws on.
    const clock = Object.create(p.services.clock, { now: { value: () => new Date(Number.NaN) } })
    await expect(kind.check({ ...p.services, clock }, texts)).rejects.toMatchObject({
      reason: 'text_not_showable',
      details: { values: { language: 'en', what: expect.stringContaining('time') } },
    })
    await kind.check(p.services, texts)
    expect(await office.run('publish-text', flagsOf(texts))).toHaveProperty('proposal_id')
  })
})
