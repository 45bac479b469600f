import { saveImage } from '@adtally/contract/operator/house/service.ts'
import { Download } from '@adtally/contract/operator/statement/files.ts'
import { staffCall } from '@adtally/contract/operator/statement/staff-call.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { asStated } from './as-stated.ts'

const inTests = { checks_replies: true }
const image = new Download({ file_name: 'a.webp', media_type: 'image/webp', content: Buffer.from('a') })

test('an act that answers a file answers one of the type that its statement says, and no other act does', async () => {
  expect(await asStated(inTests, saveImage, null, async () => image)).toBe(image)
  const another = new Download({ ...image, media_type: 'text/html' })
  const shown = staffCall({
    ...{ name: 'show-image', kind: 'read', area: 'service', roles: ['support'], summary: 'An image' },
    ...{ request: z.strictObject({}), response: z.unknown(), refusals: [] },
  })
  for (const [call, answer] of [
    [saveImage, another],
    [saveImage, { ...image }],
    [saveImage, null],
    [shown, image],
  ] as const) {
    await expect(asStated(inTests, call, null, async () => answer)).rejects.toThrow('another file')
  }
  expect(
    await asStated({ ...inTests, ...{ checks_replies: false } }, saveImage, null, async () => another),
  ).toBe(another)
})
