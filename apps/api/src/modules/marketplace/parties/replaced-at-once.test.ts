import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../database/identifiers.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'

const t = await testServices()
afterAll(() => t.close())
const market = await buildMarket(t.services, t.modules)
const { advertiser_id, publisher_id, office } = market
const reason = 'It leaked'
const BUNDLE_ID = 'example.gazette.reader'

beforeAll(async () => {
  await market.addPlacement({ bundle_id: BUNDLE_ID, store_url: 'https://store.example/apps/reader' })
  await office.run('set-notice-url', { advertiser_id, url: 'https://1.1.1.1/notices', reason })
})

test.each([
  ['rotate-postback-secret', { advertiser_id, reason }, 'marketplace.postback_secrets', 'postback_secret'],
  ['rotate-notice-secret', { advertiser_id, reason }, 'notices.secrets', 'notice_secret'],
  ['issue-app-key', { publisher_id, bundle_id: BUNDLE_ID, reason }, 'marketplace.app_keys', 'app_key'],
])(
  '%s asked for by many at once gives each a secret, of which the last is in force [proof 1220]',
  async (name, asked, table, secret) => {
    const given = await Promise.all(Array.from({ length: 12 }, () => office.run(name, asked)))
    expect(new Set(given.map((answer) => answer[secret])).size).toBe(12)
    const rows = await t.db.asOwner<{ in_force: bigint }>(
      `select count(*) as in_force from ${table} where replaced_at is null`,
    )
    expect(rows).toEqual([{ in_force: 1n }])
  },
)

test('an act that is proposed by many at once under one request is one proposal, which all are answered', async () => {
  const asked = { set: ['plan_amount_max=4000'], reason, request_id: newId() }
  const given = await Promise.all(Array.from({ length: 6 }, () => office.run('policy-propose', asked)))
  expect(new Set(given.map(({ proposal_id }) => proposal_id)).size).toBe(1)
})
