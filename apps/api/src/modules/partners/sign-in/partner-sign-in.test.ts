import { afterAll, expect, test } from 'vitest'
import { testServices } from '../../../testing/servers/test-services.ts'
import { newPartner } from '../../../testing/worlds/partner-world.ts'

const t = await testServices()
afterAll(() => t.close())

test('smoke', async () => {
  const partner = await newPartner(t, { side: 'publisher', role: 'owner' })
  const member = await newPartner(t, { side: 'publisher', role: 'member', party_id: partner.party_id })
  expect(member).toMatchObject({ role: 'member', party_id: partner.party_id })
})
