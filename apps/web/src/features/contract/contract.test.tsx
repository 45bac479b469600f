import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { describe, expect, it, vi } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults, expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { sha256Hex } from '../../lib/device/sha256.ts'
import { pageOf, type Replies, refusal, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import type { Contract } from './api/contract.ts'

const CONTRACT_ID = '01890000-0000-7000-8000-0000000000d1'
const UPLOAD_ID = '01890000-0000-7000-8000-0000000000d2'
const HASH = 'ab'.repeat(32)

/** The smallest readable file: two pages with a line each. */
const PDF = [
  '%PDF-1.4',
  '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
  '2 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj',
  '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 210 297]/Contents 5 0 R>>endobj',
  '4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 210 297]/Contents 5 0 R>>endobj',
  '5 0 obj<</Length 34>>stream\n1 0 0 rg 10 10 100 100 re f       \nendstream endobj',
  'trailer<</Root 1 0 R/Size 6>>',
  '%%EOF',
].join('\n')

function buildContract(members: Partial<Contract> = {}): Contract {
  return {
    contract_id: CONTRACT_ID,
    ...{ text_version: 2, text_since: '2026-02-01T12:00:00Z', template_version: '0123456789ab' },
    language: 'en',
    language_wanted: 'en',
    pages: 2,
    preview_sha256: HASH,
    created_at: '2026-03-01T12:00:00Z',
    signed_at: null,
    sealed_sha256: null,
    certificate_sha256: null,
    ...members,
  }
}

const SIGNED = buildContract({
  signed_at: '2026-03-01T12:05:00Z',
  sealed_sha256: HASH,
  certificate_sha256: HASH,
})

const file = {
  file_name: 'contract-2026-03-01.pdf',
  media_type: 'application/pdf',
  sha256: sha256Hex(new TextEncoder().encode(PDF)),
  content: btoa(PDF),
}

const start = (page = '', replies: Replies = {}) =>
  openPage(`/ad-center/contract${page}`, {
    '/contract/detail': success({ signed: null, is_current: false, signing_available: true }),
    '/contract/list': pageOf(),
    '/contract/preview': success(buildContract()),
    '/contract/file': success(file),
    ...replies,
  })

const button = (name: string) => browser.getByRole('button', { name, exact: true })
const link = (name: string) => browser.getByRole('link', { name, exact: true })

async function draw() {
  const canvas = document.querySelector('canvas')
  if (!canvas) throw new Error('there is no pad')
  // This shows that the pad is listening.
  await expect.poll(() => canvas.style.touchAction).toBe('none')
  const { left, top } = canvas.getBoundingClientRect()
  const at = (type: string, x: number, y: number) =>
    (type === 'pointerdown' ? canvas : window).dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 1,
        isPrimary: true,
        button: 0,
        buttons: type === 'pointerup' ? 0 : 1,
        pressure: 0.5,
        clientX: left + x,
        clientY: top + y,
      }),
    )
  at('pointerdown', 20, 100)
  for (let x = 30; x < 200; x += 10) at('pointermove', x, 100 + 40 * Math.sin(x / 20))
  at('pointerup', 200, 100)
  await expect.element(browser.getByRole('img', { name: /Signature field, signed/ })).toBeVisible()
}

describe('the contract page', () => {
  it('says that signing is voluntary and leads to the text', async () => {
    await start()
    await expect.element(browser.getByText(/free and optional/)).toBeVisible()
    await link('Read the contract').click()
    await expect.element(browser.getByRole('heading', { name: 'Contract Preview' })).toBeVisible()
    await expect.poll(() => document.title).toContain('Contract Preview')
  })

  it('shows what was signed, with its file and receipt', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const receipt = { fields: ['7', 'x'], previous_hash: HASH, hash: HASH }
    const sent = await start('', {
      '/contract/detail': success({ signed: SIGNED, is_current: true, signing_available: true }),
      '/contract/list': pageOf(SIGNED),
      '/contract/receipt': success(receipt),
    })
    await expect.element(browser.getByText(/^Version 2, since .*2026$/).first()).toBeVisible()
    await button('Copy receipt').click()
    await expect.poll(() => copy.mock.calls).toEqual([[JSON.stringify(receipt)]])
    await button('Save signed file').click()
    await expect
      .poll(() => sent('/contract/file').map(({ query }) => query))
      .toEqual([{ contract_id: CONTRACT_ID }])
    await expectUsable()
    copy.mockRestore()
  })

  it('has no bell, language switcher or logout (SPEC §2)', async () => {
    await start()
    await expect.element(browser.getByRole('heading', { name: 'Employment Contract' })).toBeVisible()
    expect(
      document.querySelector('[data-part="language"], [data-part="logout"], [data-part="bell"]'),
    ).toBeNull()
    await expect.element(button('Notifications')).not.toBeInTheDocument()
  })

  it('says where nothing can be signed yet', async () => {
    await start('', {
      '/contract/detail': success({ signed: null, is_current: false, signing_available: false }),
    })
    await expect.element(browser.getByText(/can’t sign it yet/)).toBeVisible()
  })
})

describe('the preview', () => {
  it.each([
    [{}, /^Version 2, since .*2026$/],
    [{ text_version: 1, text_since: null }, 'Version 1'],
  ])('says which version of its text it is, and since when: %j', async (of_text, words) => {
    await start('/preview', { '/contract/preview': success(buildContract(of_text)) })
    await expect.element(browser.getByText(words)).toBeVisible()
  })

  it('draws every page and makes them larger by a button', async () => {
    await start('/preview')
    const pages = () => [...document.querySelectorAll('canvas[data-drawn="true"]')]
    await expect.poll(pages).toHaveLength(2)
    const before = pages()[0]?.getBoundingClientRect().width ?? 0
    await button('Larger').click()
    await expect.element(browser.getByText('125%')).toBeVisible()
    expect(pages()[0]?.getBoundingClientRect().width).toBeCloseTo(before * 1.25, 0)
    expect(await accessibilityFaults()).toEqual([])
    await link('Continue to sign').click()
    await expect
      .element(browser.getByRole('heading', { name: 'Employment Contract Signature' }))
      .toBeVisible()
  })

  it('says when another language stands in', async () => {
    await start('/preview', {
      '/contract/preview': success(buildContract({ language_wanted: 'th' })),
    })
    await expect.element(browser.getByText(/English version, which is the one that applies/)).toBeVisible()
  })

  it('fails openly, and goes on', async () => {
    let is_broken = true
    await start('/preview', {
      '/contract/file': () => (is_broken ? success({ ...file, sha256: HASH }) : success(file)),
      '/contract/preview': () => (is_broken ? refusal(500, 'Server error') : success(buildContract())),
    })
    await expect.element(browser.getByText(/click to reload/)).toBeVisible()
    is_broken = false
    await browser.getByText(/click to reload/).click()
    await expect.element(link('Continue to sign')).toBeVisible()
  })
})

describe('signing', () => {
  it('asks for a drawing and the agreement, before anything is sent', async () => {
    const sent = await start('/sign')
    await button('Sign contract').click()
    await expect.element(browser.getByRole('alert')).toHaveTextContent('Please draw your signature')
    await draw()
    await expect
      .element(browser.getByRole('alert'))
      .toHaveTextContent('Please confirm that you have read the contract and agree')
    await button('Sign contract').click()
    await button('Clear').click()
    await expect.element(browser.getByRole('alert')).toHaveTextContent('Please draw your signature')
    await expectUsable()
    expect(sent('/contract/upload/url')).toHaveLength(0)
  })

  it('sends the drawing once, signs what was seen, and goes on where a lost reply left it', async () => {
    let tries = 0
    const sent = await start('/sign', {
      '/contract/upload/url': success({
        upload_id: UPLOAD_ID,
        method: 'PUT',
        url: '/facebook-business/contract/upload/token-of-the-upload',
        media_type: 'image/png',
        expires_at: '2026-03-01T12:10:00Z',
      }),
      '/contract/upload/token-of-the-upload': success({}),
      '/contract/upload/success': () => {
        tries += 1
        return tries === 1 ? refusal(500, 'Server error') : success(SIGNED)
      },
    })
    await expect.element(browser.getByRole('img', { name: /Signature field, empty/ })).toBeVisible()
    await draw()
    await browser.getByRole('switch').click()
    await button('Sign contract').click()
    await expect.poll(() => tries).toBe(1)
    await expect.element(browser.getByRole('img', { name: /Signature field, signed/ })).toBeVisible()
    // A double tap counts once.
    await clickUntil(button('Sign contract'), () => tries === 2)
    await expect.element(browser.getByText('Signed and sealed')).toBeVisible()
    expect(sent('/contract/upload/url')).toHaveLength(1)
    const [put] = sent('/token-of-the-upload')
    expect(put).toMatchObject({ method: 'PUT', headers: { 'content-type': 'image/png' } })
    expect(put?.headers).not.toHaveProperty('x-ct')
    expect(sent.bodies('/contract/upload/success')).toEqual(
      [1, 2].map(() => ({
        contract_id: CONTRACT_ID,
        upload_id: UPLOAD_ID,
        preview_sha256: HASH,
        agreed: true,
      })),
    )
    await expect.element(button('Save signed file')).toBeVisible()
  })
})
