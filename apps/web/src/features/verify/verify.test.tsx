import { describe, expect, it } from 'vitest'
import { page as browser, userEvent } from 'vitest/browser'
import { accessibilityFaults, expectUsable } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { sha256Hex } from '../../lib/device/sha256.ts'
import { type Replying, success } from '../../testing/fake-api.ts'
import { openPage } from '../../testing/open-page.ts'
import { entryHash, readPasted } from './components/check-entry.ts'

const NO_HASH = '00'.repeat(32)
const CONTENT = '%PDF the sealed file'
const FILE_HASH = sha256Hex(new TextEncoder().encode(CONTENT))

function buildReceipt(changed: { fields?: (string | null)[] } = {}) {
  const whole = {
    fields: ['7', '2026-03-01T12:00:00.000001Z', 'customer', 'ü', null, `{"sealed_sha256": "${FILE_HASH}"}`],
    previous_hash: NO_HASH,
    hash: '',
  }
  return { ...whole, hash: entryHash(whole), ...changed }
}

const head: Replying = ({ query }) =>
  success({
    height: 9,
    hash: 'cd'.repeat(32),
    entry_at: '2026-03-01T12:00:00Z',
    as_of: '2026-03-01T12:00:01Z',
    entry_hash: query.height === '7' ? buildReceipt().hash : null,
  })
const start = () => openPage('/verify', { '/audit/head': head }, { user: null })
const chooseFile = (content: string) =>
  userEvent.upload(
    browser.getByLabelText('Add the file').last(),
    new File([content], 'contract.pdf', { type: 'application/pdf' }),
  )

const field = browser.getByRole('textbox', { name: 'Receipt, or a log fingerprint you saved' })
const check = browser.getByRole('button', { name: 'Check', exact: true })

describe('/verify', () => {
  it('is open to anybody and shows the head to write down', async () => {
    await start()
    await expect.element(browser.getByText(`9:${'cd'.repeat(32)}`)).toBeVisible()
    expect(document.title).toContain('Verify')
    await expectUsable()
  })

  it('computes a receipt again, asks the log, and knows the file', async () => {
    await start()
    await field.fill(JSON.stringify(buildReceipt()))
    await chooseFile(CONTENT)
    await check.click()
    await expect.element(browser.getByText(/The receipt is unchanged/)).toBeVisible()
    await expect.element(browser.getByText(/log has this entry/)).toBeVisible()
    await expect.element(browser.getByText(/This is the file named/)).toBeVisible()
    expect(await accessibilityFaults()).toEqual([])
  })

  it('control: one changed letter is red, and so is another file', async () => {
    await start()
    const { fields } = buildReceipt()
    await field.fill(JSON.stringify(buildReceipt({ fields: fields.with(2, 'staff') })))
    await chooseFile(`${CONTENT}.`)
    await check.click()
    await expect.element(browser.getByText(/The receipt was changed/)).toBeVisible()
    await expect.element(browser.getByText(/no such entry/)).toBeVisible()
    await expect.element(browser.getByText(/isn’t the file/)).toBeVisible()
  })

  it('compares a head that was written down', async () => {
    await start()
    await field.fill(`7:${buildReceipt().hash}`)
    await check.click()
    await expect.element(browser.getByText(/still has the fingerprint you saved/)).toBeVisible()
    await field.fill(`8:${NO_HASH}`)
    await expect.element(browser.getByText(/still has the fingerprint you saved/)).not.toBeInTheDocument()
    await check.click()
    await expect.element(browser.getByText(/doesn’t have the fingerprint you saved/)).toBeVisible()
  })

  it('says what is neither', async () => {
    await start()
    await field.fill('hello')
    await check.click()
    await expect.element(field).toHaveAccessibleDescription(/isn’t a receipt or a log fingerprint/)
  })
})

it('reads nothing but whole receipts and heads', () => {
  for (const text of [
    '',
    '{}',
    '[1]',
    '7:abc',
    '{"fields":[],"previous_hash":"","hash":""}',
    `x:${NO_HASH}`,
  ]) {
    expect(readPasted(text)).toBeNull()
  }
})
