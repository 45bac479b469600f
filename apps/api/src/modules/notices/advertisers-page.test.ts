import { readFileSync } from 'node:fs'
import type { PostbackWay } from '@adtally/contract/partner/conversions.ts'
import { expect, test } from 'vitest'
import { signPostback } from '../delivery/index.ts'
import { noticeFields } from './notice-signature.ts'

const PAGE = readFileSync(new URL('../../../../../docs/advertisers.md', import.meta.url), 'utf8')

/** The first match's groups on the page. */
function said(pattern: RegExp): string[] {
  const found = pattern.exec(PAGE)
  if (!found) throw new Error(`the page does not say ${pattern}`)
  return found.slice(1)
}

test('the examples on the page for advertisers are signed as the program signs [proof 947]', () => {
  const [secret = '', click_id = ''] = said(/With the secret `(\S+)`, the click `(\S+)`, the goal\n/)
  const [goal = '', timestamp = ''] = said(/\n`(\w+)` and the timestamp `(\d+)`:/)
  for (const way of ['POST', 'GET'] satisfies PostbackWay[]) {
    const [signature] = said(new RegExp(`\\| ${way} \\| \`([0-9a-f]{64})\` \\|`))
    expect(signPostback(secret, { click_id, goal, timestamp: Number(timestamp) }, way)).toBe(signature)
  }

  const [message_id = ''] = said(/webhook-id: (\S+)/)
  const [timestamp_s = ''] = said(/webhook-timestamp: (\S+)/)
  const [signature] = said(/webhook-signature: (\S+)/)
  const [body = ''] = said(/\n\n(\{"type":"test".*\})\n/)
  const [key = ''] = said(/signed by `(whsec_\S+)`/)
  const fields = noticeFields([key], { message_id, timestamp_s: Number(timestamp_s), body })
  expect(fields).toEqual({
    'webhook-id': message_id,
    'webhook-timestamp': timestamp_s,
    'webhook-signature': signature,
  })
})
