import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { hostInUrl } from './origins.ts'
import { readSettings } from './settings.ts'
import { testSettings } from './testing/servers/test-services.ts'

const read = (variables: Record<string, string>) =>
  readSettings({ SECRET: 'a secret of tests, which opens nothing', DATA_DIR: tmpdir(), ...variables })

describe('an invalid value is one sentence', () => {
  test.each<[string, string]>([
    ['CURRENCY', 'ZZZ'],
    ['CURRENCY', 'usd'],
    ['CURRENCY', 'BHD'],
    ['BASE_PATH', '/a/../b'],
    ['BASE_PATH', '/.'],
    ['BASE_PATH', '/a/..'],
  ])('%s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      new RegExp(`^${name} should be [^\\n]*; "${value}" is not\\.$`),
    )
  })

  test.each<[string, string]>([
    ['CURRENCY', 'EUR'],
    ['CURRENCY', 'JPY'],
    ['BASE_PATH', '/a.b/..c/...'],
  ])('%s=%s is good', (name, value) => {
    expect(() => read({ [name]: value })).not.toThrow()
  })
})

test('the program’s own address is one that browsers on this machine can open', () => {
  const origin = (HOST: string) => read({ HOST, PORT: '8080' }).public_origin
  expect(origin('::1')).toBe('http://[::1]:8080')
  for (const any of ['::', '0.0.0.0']) expect(origin(any)).toBe('http://127.0.0.1:8080')
  expect(new URL(origin('::1')).hostname).toBe(hostInUrl('::1'))
})

describe('how many proxies there are', () => {
  test.each(['10', '-1', 'true', '1.5'])('is never %s', (value) => {
    expect(() => testSettings({ TRUST_PROXY: value })).toThrow('how many proxies stand before the program')
  })
  test('is none by default', () => {
    expect(testSettings().proxies).toBe(0)
  })
})

test('a header tells a country only where a proxy stands in front [proof 957]', () => {
  expect(read({}).country_header).toBe(null)
  expect(read({ TRUST_PROXY: '1' }).country_header).toBe(null)
  expect(() => read({ COUNTRY_HEADER: 'CF-IPCountry' })).toThrow('set TRUST_PROXY too')
  expect(read({ COUNTRY_HEADER: 'CF-IPCountry', TRUST_PROXY: '1' }).country_header).toBe('cf-ipcountry')
  expect(() => read({ COUNTRY_HEADER: 'no header', TRUST_PROXY: '1' })).toThrow('COUNTRY_HEADER should be')
})

const LIVE = {
  LEDGER_MODE: 'live',
  SECRET: 'k3J9-pQ2x-7Lm4-vT8w-Zb5n-Rc6d-Ya1s',
  PUBLIC_ORIGIN: 'https://adtally.example',
  CONSOLE_ORIGIN: 'https://office.adtally.example',
  PARTNER_ORIGIN: 'https://partners.adtally.example',
  LEGAL_ENTITY: 'Adtally Ltd',
  LICENCE_STATEMENT: 'Licensed',
  SUPPORT_CONTACT: 'help@adtally.example',
  RECORDS_KEPT_YEARS: '10',
  DEPOSIT_ACCOUNT_NUMBER: 'DE89370400440532013000',
}

test.each([
  ['postgres://adtally:secret@db.example/adtally'],
  ['postgres://adtally:secret@db.example/adtally?sslmode=require'],
  ['postgres://adtally:secret@db.example/adtally?sslmode=verify-full&sslmode=disable'],
  ['postgres://adtally:secret@127.0.0.1/adtally?host=db.example'],
])('a live ledger does not reach its database in the open: %s', (DATABASE_URL) => {
  expect(() => readSettings({ ...LIVE, DATABASE_URL })).toThrow(/by TLS alone: add sslmode=verify-full/)
})

test.each([
  ['postgres://adtally:secret@db.example/adtally?sslmode=verify-full'],
  ['postgres://adtally:secret@127.0.0.1:5432/adtally'],
  ['postgres://adtally:secret@[::1]:5432/adtally'],
  ['postgres://adtally:secret@localhost/adtally?host=/run/postgresql'],
])('control: it does by TLS, and on its own machine: %s', (DATABASE_URL) => {
  expect(readSettings({ ...LIVE, DATABASE_URL }).database_url).toBe(DATABASE_URL)
})

test('control: a sandbox may', () => {
  const DATABASE_URL = 'postgres://adtally:secret@db.example/adtally'
  expect(readSettings({ SECRET: LIVE.SECRET, DATABASE_URL }).database_url).toBe(DATABASE_URL)
})

test('a live ledger sends notifications to the public internet alone; a sandbox does unless a test wants it [proof 526]', () => {
  expect(() => readSettings({ ...LIVE, PUSH_SERVICES: 'this_machine' })).toThrow(
    /to the public internet alone/,
  )
  expect(readSettings({ ...LIVE }).push_services).toBe('public_internet')
  expect(testSettings().push_services).toBe('public_internet')
  expect(testSettings({ PUSH_SERVICES: 'this_machine' }).push_services).toBe('this_machine')
})

test('a live ledger sends notices to advertisers on the public internet alone [proof 945]', () => {
  expect(() => readSettings({ ...LIVE, NOTICE_RECEIVERS: 'this_machine' })).toThrow(
    /to the public internet alone: unset NOTICE_RECEIVERS/,
  )
  expect(readSettings({ ...LIVE }).notice_receivers).toBe('public_internet')
  expect(testSettings().notice_receivers).toBe('public_internet')
  expect(testSettings({ NOTICE_RECEIVERS: 'this_machine' }).notice_receivers).toBe('this_machine')
})

test('a live ledger is played by nobody: it does not start where that is set, and a sandbox is not unless it is', () => {
  expect(() => readSettings({ ...LIVE, SANDBOX_PLAY: 'on' })).toThrow(/^Nobody plays with a live ledger/)
  expect(readSettings({ ...LIVE }).is_playable).toBe(false)
  expect(testSettings().is_playable).toBe(false)
  expect(testSettings({ SANDBOX_PLAY: 'on' }).is_playable).toBe(true)
})

test('partners’ calls lie apart from all others, and on a live ledger at an origin of their own [proof 1342]', () => {
  expect(read({})).toMatchObject({ partner_path: '/partner', partner_origin: read({}).public_origin })
  expect(read({ PARTNER_ORIGIN: 'https://Partners.example:443' }).partner_origin).toBe(
    'https://partners.example',
  )
  for (const PARTNER_PATH of ['/operator', '/operator/partner', '/api', '/api/partner', '/'])
    expect(() => read({ BASE_PATH: '/api', PARTNER_PATH })).toThrow(/PARTNER_PATH/)
  expect(() => read({ BASE_PATH: '/partner/api' })).toThrow(/lie apart/)
  expect(readSettings(LIVE).partner_origin).toBe('https://partners.adtally.example')
  const { PUBLIC_ORIGIN, CONSOLE_ORIGIN } = LIVE
  for (const PARTNER_ORIGIN of [PUBLIC_ORIGIN, CONSOLE_ORIGIN, 'https://Adtally.example:443'])
    expect(() => readSettings({ ...LIVE, PARTNER_ORIGIN })).toThrow(
      /Partners of a live ledger have an origin/,
    )
  expect(() => readSettings({ ...LIVE, PARTNER_ORIGIN: 'http://partners.example' })).toThrow(
    'PARTNER_ORIGIN with https',
  )
  const { PARTNER_ORIGIN: _, ...without } = LIVE
  expect(() => readSettings(without)).toThrow('PARTNER_ORIGIN with https')
  expect(readSettings({ ...without, ROLES: 'delivery,worker,office' }).roles).not.toContain('api')
})

test('the office lies apart from customers’ calls, and on a live ledger at an origin of its own [proof 1200]', () => {
  expect(read({})).toMatchObject({ operator_path: '/operator', console_origin: read({}).public_origin })
  expect(read({ CONSOLE_ORIGIN: 'https://Office.example:443' }).console_origin).toBe('https://office.example')
  for (const OPERATOR_PATH of ['/api', '/api/office', '/']) {
    expect(() => read({ BASE_PATH: '/api', OPERATOR_PATH })).toThrow(/OPERATOR_PATH/)
  }
  expect(() => read({ BASE_PATH: '/office/api', OPERATOR_PATH: '/office' })).toThrow(/lie apart/)
  expect(read({ BASE_PATH: '/office2', OPERATOR_PATH: '/office' }).operator_path).toBe('/office')
  expect(readSettings(LIVE).console_origin).toBe('https://office.adtally.example')
  expect(() => readSettings({ ...LIVE, CONSOLE_ORIGIN: 'http://office.example' })).toThrow(
    'CONSOLE_ORIGIN with https',
  )
  expect(() => readSettings({ ...LIVE, CONSOLE_ORIGIN: 'https://Adtally.example' })).toThrow(
    /has an origin of its own/,
  )
  const { CONSOLE_ORIGIN: _, ...without } = LIVE
  expect(() => readSettings(without)).toThrow('CONSOLE_ORIGIN with https')
  expect(readSettings({ ...without, ROLES: 'api,delivery,worker' }).roles).not.toContain('office')
})
