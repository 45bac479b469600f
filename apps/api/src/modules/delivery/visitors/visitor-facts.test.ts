import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../../testing/servers/test-folder.ts'
import { visitorOf } from '../decisions/request-visitor.ts'
import { readAgent } from '../decisions/visitor.ts'
import { withHints } from './client-hints.ts'
import { countriesOf } from './country-of.ts'

/** Of the registry of Europe's addresses itself, in Amsterdam. */
const OF_RIPE = '193.0.6.139'
const OF_GOOGLE = '8.8.8.8'

test('an address has the country of its network, and one that is not public has none [proof 955]', () => {
  const { build, of } = countriesOf({ country_database: null })
  expect(build.built_on).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(build.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect([OF_RIPE, `::ffff:${OF_RIPE}`, '2001:67c:2e8:22::c100:68b'].map(of)).toEqual(['NL', 'NL', 'NL'])
  expect(of(OF_GOOGLE)).toBe('US')
  const of_nobody = ['10.0.0.1', '127.0.0.1', '192.168.1.1', '100.64.0.1', '169.254.1.1', '203.0.113.7']
  const of_nobody_6 = ['::1', 'fe80::1', 'fd00::1', '2001:db8::1', '::ffff:10.0.0.1']
  for (const address of [...of_nobody, ...of_nobody_6, '', 'no address'])
    expect(of(address), address).toBe(null)
})

test('a header tells the country where a setting names it, and is nothing without [proof 956]', () => {
  const country = (headers: Record<string, string>, country_header: string | null) =>
    visitorOf({ headers, address: OF_RIPE }, { country_header, country_database: null }).country
  const told = { 'cf-ipcountry': 'fr' }
  expect(country(told, 'cf-ipcountry')).toBe('FR')
  expect(country(told, null)).toBe('NL')
  expect(country({ 'x-visitor-country': 'FR' }, null)).toBe('NL')
  expect(country({ 'x-visitor-country': 'FR' }, 'cf-ipcountry')).toBe('NL')
  for (const unknown of ['XX', 'T1', '', 'France']) {
    expect(country({ 'cf-ipcountry': unknown }, 'cf-ipcountry'), unknown).toBe('NL')
  }
  expect(country({}, 'cf-ipcountry')).toBe('NL')
})

test('a file that is no database of countries is told at the start', () => {
  const nowhere = join(testFolder(), 'countries.mmdb')
  expect(() => countriesOf({ country_database: nowhere })).toThrow('COUNTRY_DATABASE should be')
  expect(() => countriesOf({ country_database: import.meta.filename })).toThrow('COUNTRY_DATABASE should be')
})

const FROZEN = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test('what a browser hints holds against its User-Agent, and what it does not hint stays [proof 958]', () => {
  const read = (user_agent: string, mobile?: string, platform?: string) => {
    const hints = { 'sec-ch-ua-mobile': mobile, 'sec-ch-ua-platform': platform }
    const { device, operating_system } = withHints(readAgent(user_agent), hints)
    return `${device} ${operating_system}`
  }
  expect(read(FROZEN)).toBe('tablet android')
  expect(read(FROZEN, '?1', '"Android"')).toBe('phone android')
  expect(read(`${FROZEN} Mobile Safari/537.36`, '?0', '"Android"')).toBe('tablet android')
  expect(read(DESKTOP, '?0', '"Windows"')).toBe('desktop windows')
  expect(read(DESKTOP, '?0', '"Chrome OS"')).toBe('desktop linux')
  expect(read(DESKTOP, '?1', '"Android"')).toBe('phone android')
  expect(read(DESKTOP, '?0', '"Unknown"')).toBe('desktop linux')
  expect(read(FROZEN, '?0')).toBe('tablet android')
  expect(read(FROZEN, 'yes', '"Plan 9"')).toBe('tablet android')
  expect(read('Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) Chrome/140.0.0.0', '?0', '"Android"')).toBe(
    'tv android',
  )
})

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['tv other', 'Mozilla/5.0 (SMART-TV; Tizen 7.0) AppleWebKit/537.36 SamsungBrowser/3.0 TV Safari/537.36'],
  [
    'tv linux',
    'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 Chrome/94.0 Safari/537.36 WebAppManager',
  ],
  [
    'tv android',
    'Mozilla/5.0 (Linux; Android 9; AFTMM Build/PS7242) AppleWebKit/537.36 Chrome/120.0 Safari/537.36',
  ],
  ['tv linux', 'Mozilla/5.0 (Linux; Andr0id 9; BRAVIA 4K UR2) AppleWebKit/537.36 Chrome/88.0 Safari/537.36'],
  ['tv other', 'HbbTV/1.5.1 (+DRM; LGE; 43UN7300; WEBOS5.0; W50_K5LP; +RTP;)'],
  ['tv other', 'Roku/DVP-12.0 (12.0.0.4182-AE)'],
  [
    'tv windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox Series X) AppleWebKit/537.36 Edge/44.18363',
  ],
  ['tv other', `Mozilla/5.0 (PlayStation; PlayStation 5/2.26) ${APPLE} Version/13.0 Safari/605.1.15`],
  [
    'tv other',
    'Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/606.4 NF/6.0.1.15.4 NintendoBrowser/5.1',
  ],
  [
    'phone ios',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Mobile/22A3354 [FBAN/FBIOS;FBAV/480.0]`,
  ],
  [
    'phone ios',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${APPLE} Mobile/15E148 Instagram 340.0 (iPhone14,5)`,
  ],
  ['tablet ios', `Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) ${APPLE} Mobile/15E148 [FBAN/FBIOS]`],
  [
    'phone android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Mobile Safari/537.36',
  ],
  [
    'phone android',
    'Mozilla/5.0 (Linux; Android 13; SM-S918B; wv) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36 [FB_IAB/FB4A]',
  ],
  [
    'tablet android',
    'Mozilla/5.0 (Linux; Android 13; SM-X910; wv) AppleWebKit/537.36 Version/4.0 Chrome/125.0 Safari/537.36',
  ],
  ['desktop macos', `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`],
])('%s is told from %s [proof 959]', (told, user_agent) => {
  const { device, operating_system } = readAgent(user_agent)
  expect(`${device} ${operating_system}`).toBe(told)
})
