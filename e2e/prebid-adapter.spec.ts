import { expect, test } from '@playwright/test'
import { runSpec } from './support/prebid/run-spec.ts'

test('the adapter’s spec, in Prebid.js’s own form, holds against its published modules [proof 1020]', async ({
  page,
}) => {
  const { passed, failed } = await runSpec(page, [])
  expect(failed).toEqual([])
  expect(passed).toBeGreaterThan(25)
})
