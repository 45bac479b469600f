import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { fileFolder, testFolder } from '../../../testing/servers/test-folder.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { testSettings } from '../../../testing/servers/test-services.ts'
import { buildMarket } from '../../../testing/worlds/build-market.ts'
import { eventIdOf } from '../events/event-ids.ts'
import { writeNetworkFile } from '../testing/network-file.ts'
import { networksOf } from './network-of.ts'

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
/** Of the public internet, and by no registry's word: the file below says whose they are. */
const [OF_A_HOST, OF_A_HOME] = ['20.40.60.7', '84.140.3.9']
const [HETZNER, A_HOME] = [24_940, 3_320]

const network_database = join(fileFolder(), 'networks.mmdb')
writeNetworkFile(network_database, { '20.40.0.0/16': HETZNER, '84.140.0.0/14': A_HOME })

describe('a file of networks', () => {
  test('tells the number of an address’s network, and none of what it does not have [proof 1123]', () => {
    const networks = networksOf({ network_database })
    const of = (address: string) => networks?.of(address)
    expect([OF_A_HOST, OF_A_HOME, '9.9.9.9', '10.0.0.1', 'none'].map(of)).toEqual([
      ...[HETZNER, A_HOME, null, null, null],
    ])
    expect(networks?.build).toEqual({
      built_on: '2026-11-01',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(networksOf({ network_database: null })).toBeNull()
    const nowhere = join(testFolder(), 'networks.mmdb')
    expect(() => networksOf({ network_database: nowhere })).toThrow('NETWORK_DATABASE should be')
  })
})

describe.each([
  ['with a file of networks', network_database],
  ['without one', undefined],
])('%s', (_with, file) => {
  const settings = testSettings({ TRUST_PROXY: '1', ...(file && { NETWORK_DATABASE: file }) })
  const opened = testProgram({ settings })
  afterAll(async () => (await opened).close())

  test('who comes from a data centre counts for nobody, or the rule says that it is not run [proof 1124]', async () => {
    const t = await opened
    const market = await buildMarket(t.services, t.modules)
    const { customer_id } = await market.customerWith('100.00')
    await market.place(customer_id, 50_000_000n, undefined, 1)
    const { delivery, clock } = t.services
    await delivery.refresh()
    let asked = 0
    const ruleOf = async (address: string) => {
      asked += 1
      const headers = { origin: market.origin, 'user-agent': PHONE, 'x-forwarded-for': address }
      const url = `/delivery/v1/decision?placement=${market.placement_key}&device=device-of-a-network-${asked}`
      const { token } = (await t.server.inject({ url, headers })).json()
      const payload = { token, kind: 'impression' }
      const sent = await t.server.inject({ method: 'POST', url: '/delivery/v1/event', headers, payload })
      expect(sent.json()).toEqual({ accepted: 1 })
      const content = delivery.codec.open(token, clock.now_ms())
      if (typeof content === 'string') throw new Error(content)
      const [row] = await t.db.asOwner<{ rule: string | null }>(
        'select rule from delivery.events where decision_id = $1',
        [eventIdOf(content.ids, 'decision_id')],
      )
      return row?.rule
    }
    expect([await ruleOf(OF_A_HOST), await ruleOf(OF_A_HOME)]).toEqual([file ? 'data_centre' : null, null])
    const { rules, network_database: build } = await market.office.run('traffic-rules-show')
    const told = Array.isArray(rules) ? rules.filter(({ not_run }) => not_run !== null) : []
    expect(told.map(({ rule }) => rule)).toEqual(file ? [] : ['data_centre'])
    expect(build).toEqual(file ? networksOf({ network_database: file })?.build : null)
  })
})
