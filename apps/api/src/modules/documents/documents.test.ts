import type { Language } from '@adtally/contract/enums.ts'
import { describe, expect, test } from 'vitest'
import { runPdfTool } from '../../testing/pdf-tools.ts'
import { breakable } from './break-lines.ts'
import { PdfDocument } from './document.ts'

const SAMPLES: Record<Language, string> = {
  en: 'The office offers efficient funds, “quoted”. AVAILABLE to you.',
  de: 'Größe, Übertragung und Straße: die Veröffentlichung der Beträge.',
  fr: 'L’œuvre, l’été, où ça coûte 1 234,56.',
  es: '¿Qué año? Ésa es la liquidación.',
  pt: 'Não há ações nem prestações sem aviso.',
  ru: 'Договор об оказании услуг: клиент оплачивает рекламу.',
  vi: 'Hợp đồng dịch vụ: số dư khả dụng của quý khách được hiển thị.',
  th: 'สัญญาบริการ: ลูกค้าตกลงลงโฆษณาด้วยน้ำใจ ที่นี่ทำงานอยู่',
  'zh-Hans': '服务协议：客户承诺投放广告，结算后收入归客户所有（以账本为准）。',
  'zh-Hant': '服務協議：客戶承諾投放廣告，結算後收入歸客戶所有（以帳本為準）。',
  ja: 'サービス契約：お客様は広告プランに出資し、収益を受け取ります。',
  ko: '서비스 계약: 고객은 광고 계획에 금액을 약정하고 수익을 받습니다.',
}
const SAMPLE_LIST = Object.entries(SAMPLES).map(([language, text]) => ({ language, text }))

async function documentOf(language: Language, texts: readonly string[], mark: string | null = 'SANDBOX') {
  const document = new PdfDocument({
    language,
    title: 'Title',
    created_at: new Date('2026-11-21T06:30:00Z'),
    producer: 'Adtally',
    mark,
    footer: (page, pages) => `${page}/${pages}`,
  })
  for (const text of texts) await document.text(text)
  return await document.finish()
}

const isLanguage = (language: string): language is Language => language in SAMPLES
/** Ignores where lines were broken. */
const said = (text: string) => text.replace(/\s/g, '')

describe('what a document says can be read out of the file again', () => {
  test.each(SAMPLE_LIST)('$language', async ({ language, text }) => {
    if (!isLanguage(language)) throw new Error(language)
    const { content } = await documentOf(language, [text, text])
    expect(said(runPdfTool('pdftotext', content))).toContain(said(text + text))
  })

  test('names of any script in a document of any language', async () => {
    const { content } = await documentOf('en', Object.values(SAMPLES))
    const read = said(runPdfTool('pdftotext', content))
    for (const text of Object.values(SAMPLES)) expect(read).toContain(said(text))
  })

  test('a letter that no font has becomes a question mark, and the rest stays', async () => {
    const { content } = await documentOf('en', ['before 𒀀 after'])
    expect(runPdfTool('pdftotext', content)).toContain('before ? after')
  })

  test('the sandbox mark stands on every page, and not where there is none', async () => {
    const texts = Array.from({ length: 90 }, (_, index) => `Paragraph ${index}`)
    const marked = await documentOf('en', texts)
    expect(marked.pages).toBeGreaterThan(2)
    expect(runPdfTool('pdftotext', marked.content).match(/SANDBOX/g)).toHaveLength(marked.pages)
    expect(runPdfTool('pdftotext', (await documentOf('en', texts, null)).content)).not.toContain('SANDBOX')
  })

  test('every font is embedded, in part', async () => {
    const { content } = await documentOf('en', Object.values(SAMPLES))
    const rows = runPdfTool('pdffonts', content).trim().split('\n').slice(2)
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) expect(row).toMatch(/^[A-Z]{6}\+.* yes yes yes /)
  })
})

test('the same document makes the same bytes, whenever', async () => {
  const [one, other] = [await documentOf('ja', [SAMPLES.ja]), await documentOf('ja', [SAMPLES.ja])]
  expect(one.content.equals(other.content)).toBe(true)
  expect(one.content.equals((await documentOf('ja', [SAMPLES.ko])).content)).toBe(false)
})

test('text is never syntax: brackets, backslashes and operators stay words', async () => {
  const { content } = await documentOf('en', [') Tj ET /OpenAction << /JS (app.alert(1)) >> endobj \\'])
  expect(content.toString('latin1')).not.toContain('OpenAction')
})

test.each([
  ['en', 'don’t pay 3.50 (now) please', ['don’t ', 'pay ', '3.50 ', '(now) ', 'please']],
  ['zh-Hans', '签署（免费）。', ['签署', '（免费）。']],
] as const)('lines break where %s breaks', (language, text, pieces) => {
  expect(breakable(text, language)).toEqual(pieces)
})
