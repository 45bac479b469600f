import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { Office } from '../../../demo/office.ts'
import { startPublisherSite } from '../../../demo/publisher-site.ts'
import { portOf } from '../../../lib/addresses/port-of.ts'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildMarket, makePlacement } from '../../../testing/worlds/build-market.ts'
import { buildStaff } from '../../../testing/worlds/build-staff.ts'
import { asRole } from '../../as-role.ts'
import { checkDueSellers } from './check-sellers.ts'
import { lookAtSellerFile } from './seller-file.ts'
import { namesSeller, systemDomain } from './sellers.ts'

const DAY_MS = 86_400_000
const SELLER = '01990000-0000-7000-8000-000000000001'
const ENTRY = { system: 'ads.example', seller_id: SELLER }

describe('a line of ads.txt', () => {
  test.each<[string, string]>([
    ['as we give it', `ads.example, ${SELLER}, DIRECT`],
    ['without blanks, in other letters', `ADS.example,${SELLER},direct`],
    ['with a comment and a mark at its begin', `\ufeffads.example, ${SELLER}, DIRECT # us`],
    ['with an authority and an extension', `ads.example, ${SELLER}, DIRECT, f08c47fec0942fa0;x=1`],
    ['among others', `# sellers\r\nother.example, 1, RESELLER\r\nads.example, ${SELLER}, DIRECT\r\n`],
  ])('names us %s', (_how, text) => {
    expect(namesSeller(text, ENTRY)).toBe(true)
  })

  test.each<[string, string]>([
    ['nothing', ''],
    ['another account', 'ads.example, 2, DIRECT'],
    ['another system', `other.example, ${SELLER}, DIRECT`],
    ['a system whose name ends alike', `bads.example, ${SELLER}, DIRECT`],
    ['us as somebody who sells on', `ads.example, ${SELLER}, RESELLER`],
    ['us in a comment', `# ads.example, ${SELLER}, DIRECT`],
    ['us on a page', `<p>ads.example, ${SELLER}, DIRECT</p>`],
    ['no relation', `ads.example, ${SELLER}`],
  ])('does not name us by %s', (_how, text) => {
    expect(namesSeller(text, ENTRY)).toBe(false)
  })
})

type Serve = (request: IncomingMessage, response: ServerResponse) => void

let serve: Serve = (_request, response) => void response.writeHead(404).end()
const asked: string[] = []
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  serve(request, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const domain = `127.0.0.1:${portOf(server)}`
const t = await testProgram()
afterAll(async () => {
  server.close()
  await t.close()
})
beforeEach(() => {
  asked.length = 0
})

const text = (body: string): Serve => {
  return (_request, response) => void response.writeHead(200, { 'content-type': 'text/plain' }).end(body)
}

describe('a look at a publisher’s file', () => {
  const look = async (answer: Serve, file: 'ads.txt' | 'app-ads.txt' = 'ads.txt') => {
    serve = answer
    return await lookAtSellerFile({ domain, file }, ENTRY, { mode: 'sandbox' })
  }
  const away = (location: string): Serve => {
    return (_request, response) => void response.writeHead(301, { location }).end()
  }

  test.each<[string, Serve, string, string]>([
    ['that names us', text(`ads.example, ${SELLER}, DIRECT`), 'named', 'HTTP 200'],
    ['that names others', text('other.example, 1, DIRECT'), 'not_named', 'HTTP 200'],
    [
      'that is not there',
      (_request, response) => void response.writeHead(404).end(),
      'not_named',
      'HTTP 404',
    ],
    [
      'of a server in trouble',
      (_request, response) => void response.writeHead(503).end(),
      'unreachable',
      'HTTP 503',
    ],
    ['of a server that hangs up', (request) => void request.socket.destroy(), 'unreachable', 'no answer'],
    ['of 3 MB', text('#'.repeat(3_000_000)), 'unreachable', 'url_too_large'],
    ['in a circle', away('/ads.txt'), 'unreachable', 'url_redirects_too_many'],
    [
      'that lies in a network of ours',
      away('http://10.0.0.1/ads.txt'),
      'unreachable',
      'url_address_not_public',
    ],
    [
      'that lies at a cloud’s own service',
      away('http://169.254.169.254/ads.txt'),
      'unreachable',
      'url_address_not_public',
    ],
    ['that lies nowhere', away('file:///etc/passwd'), 'unreachable', 'url_not_allowed'],
  ])('%s [proof 983]', async (_what, answer, outcome, said) => {
    expect(await look(answer)).toEqual({ outcome, answer: said })
  })

  test('follows to where the file lies now, and asks for that of apps by its name', async () => {
    const moved: Serve = ({ url }, response) => {
      if (url === '/list') response.end(`ads.example, ${SELLER}, DIRECT`)
      else response.writeHead(302, { location: '/list' }).end()
    }
    expect(await look(moved, 'app-ads.txt')).toEqual({ outcome: 'named', answer: 'HTTP 200' })
    expect(asked).toEqual(['/app-ads.txt', '/list'])
  })

  test('finds the program named by the demo’s publisher', async () => {
    const market = { keys: new Map<string, string>(), seller_id: SELLER }
    const site = await startPublisherSite(0, 'http://ads.example', market)
    const file = { domain: new URL(site.origin).host, file: 'ads.txt' } as const
    expect(await lookAtSellerFile(file, ENTRY, { mode: 'sandbox' })).toMatchObject({ outcome: 'named' })
    await site.stop()
  })

  test('takes another site’s word for it once: that one may send on nobody', async () => {
    const other = `http://localhost:${portOf(server)}`
    const sentTo = (first: string, from: string, next: string): Serve => {
      return ({ url }, response) => {
        if (url === '/ads.txt') response.writeHead(302, { location: first }).end()
        else if (url === from) response.writeHead(302, { location: next }).end()
        else response.end(`ads.example, ${SELLER}, DIRECT`)
      }
    }
    expect(await look(sentTo(`${other}/list`, '', ''))).toMatchObject({ outcome: 'named' })
    expect(await look(sentTo('/there', '/there', `${other}/list`))).toMatchObject({ outcome: 'named' })
    expect(await look(sentTo(`${other}/there`, '/there', `${other}/list`))).toEqual({
      outcome: 'unreachable',
      answer: 'url_redirects_too_many',
    })
  })

  test('goes over https to the public internet alone in a live program [proof 984]', async () => {
    serve = text(`ads.example, ${SELLER}, DIRECT`)
    const live = async (at: string, resolve: string[]) =>
      await lookAtSellerFile({ domain: at, file: 'ads.txt' }, ENTRY, {
        mode: 'live',
        resolve: async () => resolve,
      })
    expect(await live(domain, [])).toEqual({ outcome: 'unreachable', answer: 'url_not_allowed' })
    expect(await live('127.0.0.1', [])).toEqual({ outcome: 'unreachable', answer: 'url_address_not_public' })
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', '169.254.169.254']) {
      expect(await live('gazette.example', [address])).toEqual({
        outcome: 'unreachable',
        answer: 'url_address_not_public',
      })
    }
    expect(asked).toEqual([])
    // A sandbox asks this machine at its own address alone, by whatever name somebody gives.
    const sandbox = { mode: 'sandbox', resolve: async () => ['127.0.0.1'] } as const
    expect(await lookAtSellerFile({ domain: 'gazette.example', file: 'ads.txt' }, ENTRY, sandbox)).toEqual({
      outcome: 'unreachable',
      answer: 'url_address_not_public',
    })
  })
})

describe('publishers', () => {
  const evidence_hash = 'ab'.repeat(32)

  test('have a domain that somebody registered; a sandbox’s may be of its own machine [proof 1104]', async () => {
    const company = { name: 'Mint', legal_name: 'Mint Press Ltd', account_name: 'Mint Press Ltd' }
    const propose = async (domain: string, ledger_mode = t.services.settings.ledger_mode) => {
      const settings = { ...t.services.settings, ledger_mode }
      const verb = t.modules
        .flatMap(({ verbs = [] }) => verbs)
        .find(({ name }) => name === 'create-publisher')
      const given = { ...company, domain, evidence_hash, reason: 'seen' }
      const staff = (await buildStaff(t.services)).maker
      return await verb?.run({ ...t.services, settings }, staff, given).then(
        () => 'proposed',
        (error) => `${Object(error).reason} ${Object(error).details?.field}`,
      )
    }
    for (const nobodys of [
      'com',
      'co.uk',
      'github.io',
      '127.1',
      '0x7f.1',
      '2130706433',
      '10.0.0.1',
      'intranet',
    ])
      expect(await propose(nobodys), nobodys).toBe('field_invalid domain')
    for (const own of ['localhost:3000', '127.0.0.1:8080']) {
      expect(await propose(own, 'live'), own).toBe('field_invalid domain')
      expect(await propose(own), 'control: of a sandbox').toBe('proposed')
    }
    expect(await propose('mint.example', 'live'), 'control').toBe('proposed')
  })

  test('are listed in sellers.json and told their lines; whether they name us is looked at daily and told of after a week [proof 985]', async () => {
    const market = await buildMarket(t.services, t.modules)
    const office = new Office(t.services, t.modules, await buildStaff(t.services))
    const company = { name: 'Mill', legal_name: 'Mill Press Ltd', account_name: 'Mill Press Ltd' }
    const made = await office.decide('create-publisher', {
      ...company,
      domain,
      evidence_hash,
      reason: 'seen',
    })
    const publisher_id = String(made.publisher_id)
    const system = systemDomain(t.services.settings)
    const line = `${system}, ${publisher_id}, DIRECT`
    const told = async () => await office.run('show-supply-chain', { publisher_id })
    const look = async () => {
      await checkDueSellers(asRole(t.services, 'worker'), { resolve: async () => [] })
      const { checks } = await told()
      return Array.isArray(checks) ? checks : []
    }
    expect(await told()).toMatchObject({
      ads_txt: ['OWNERDOMAIN=127.0.0.1', line],
      app_ads_txt: [line],
      checks: [],
      schain: { ver: '1.0', complete: 1, nodes: [{ asi: system, sid: publisher_id, hp: 1 }] },
    })
    serve = text('other.example, 1, DIRECT')
    expect(await look(), 'nothing is sold there yet').toEqual([])
    await makePlacement(office, publisher_id, {})
    expect(await look()).toMatchObject([{ file: 'ads.txt', outcome: 'not_named', is_overdue: false }])
    const before = asked.length
    await look()
    expect(asked.length, 'once a day').toBe(before)
    await t.advance(7 * DAY_MS)
    serve = (_request, response) => void response.writeHead(503).end()
    expect(await look(), 'no answer tells nothing new').toMatchObject([
      { outcome: 'unreachable', is_overdue: true },
    ])
    await t.advance(DAY_MS)
    serve = text(`${line}\n`)
    expect(await look()).toMatchObject([{ outcome: 'named', missing_since: null, is_overdue: false }])
    const { publishers } = await office.run('list-marketplace')
    expect(publishers).toContainEqual(
      expect.objectContaining({
        publisher_id,
        seller_checks: [expect.objectContaining({ outcome: 'named' })],
      }),
    )
    const reply = await t.server.inject('/sellers.json')
    expect(reply.headers['content-type']).toMatch(/^application\/json/)
    expect(reply.json().version).toBe('1.0')
    expect(reply.json().sellers).toContainEqual({
      seller_id: publisher_id,
      seller_type: 'PUBLISHER',
      name: 'Mill Press Ltd',
      domain: '127.0.0.1',
      is_confidential: 0,
    })
    expect(reply.json().sellers.map(({ seller_id }: { seller_id: string }) => seller_id)).toContain(
      market.publisher_id,
    )
  })
})
