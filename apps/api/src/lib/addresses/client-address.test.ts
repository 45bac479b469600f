import { describe, expect, test } from 'vitest'
import { clientAddress, isLoopback, networkOf } from './client-address.ts'

const PEER = '198.51.100.1'

describe('whom a request comes from', () => {
  test.each([
    ['no proxy: the header is anybody’s', 0, '203.0.113.7', PEER],
    ['one proxy that was told nothing', 1, '203.0.113.7', '203.0.113.7'],
    ['one proxy, and an entry of the client’s own', 1, '10.0.0.1, 203.0.113.7', '203.0.113.7'],
    ['two proxies', 2, '203.0.113.7, 192.0.2.2', '203.0.113.7'],
    [
      'two proxies, and entries of the client’s own',
      2,
      '10.0.0.1,10.0.0.2 ,203.0.113.7,192.0.2.2',
      '203.0.113.7',
    ],
    ['IPv6', 1, '10.0.0.1, 2001:db8::7', '2001:db8::7'],
    ['no header', 1, undefined, PEER],
    ['an empty header', 1, '', PEER],
    ['fewer entries than proxies', 2, '203.0.113.7', PEER],
    ['an empty entry', 2, '10.0.0.1, , 192.0.2.2', PEER],
    ['an entry that is no address', 1, '10.0.0.1, unknown', PEER],
    ['an entry with a port', 1, '10.0.0.1, 203.0.113.7:443', '203.0.113.7'],
    ['IPv6 with a port', 1, '[2001:db8::7]:443', '2001:db8::7'],
    ['IPv6 in brackets', 1, '[2001:db8::7]', '2001:db8::7'],
    ['brackets around nothing', 1, '[]:443', PEER],
    ['a port of nothing', 1, '.:443', PEER],
    ['a port that is none', 1, '203.0.113.7:x', PEER],
  ])('%s', (_name, proxies, forwarded, address) => {
    expect(clientAddress({ 'x-forwarded-for': forwarded }, PEER, proxies)).toBe(address)
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1:2:3:4:5', '0:0:0:1::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
])('%s is counted by %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test('addresses of this machine', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true)
  expect(['203.0.113.7', '2001:db8::1', '::ffff:203.0.113.7', ''].some(isLoopback)).toBe(false)
})
