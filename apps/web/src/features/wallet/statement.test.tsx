import { clickUntil } from '@adtally/client/testing/click-until.ts'
import { expect, it } from 'vitest'
import { page as browser } from 'vitest/browser'
import { accessibilityFaults } from '../../../../../packages/ui/src/testing/accessibility.ts'
import { sha256Hex } from '../../lib/device/sha256.ts'
import { success } from '../../testing/fake-api.ts'
import { openAsOwner } from '../../testing/open-page.ts'
import { catchSavedFiles } from '../../testing/saved-files.ts'

const TEXT = 'kind,total\r\n'

it("saves a month's statement as a file, once its hash is right", async () => {
  const saved = catchSavedFiles()
  const content = { media_type: 'text/csv', content: btoa(TEXT) }
  let sha256 = '00'.repeat(32)
  const sent = await openAsOwner('/wallet', {
    '/transaction_flow/export': () => success({ ...content, sha256, file_name: 'statement.csv' }),
  })
  await browser.getByRole('button', { name: 'Monthly statement' }).click()
  const save = browser.getByRole('button', { name: 'Save CSV' })
  await expect.element(save).toBeVisible()
  expect(await accessibilityFaults()).toEqual([])
  const exports = () => sent('/transaction_flow/export')
  await save.click()
  await expect.poll(exports).toHaveLength(1)
  expect(exports()[0]?.query).toMatchObject({ format: 'csv', month: expect.stringMatching(/^\d{4}-\d\d$/) })
  await expect.element(browser.getByText('No connection. Please try again.')).toBeVisible()
  expect(saved).toEqual([])
  sha256 = sha256Hex(new TextEncoder().encode(TEXT))
  await clickUntil(save, () => saved[0] === 'statement.csv')
})
