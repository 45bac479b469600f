import { expect, test } from 'vitest'
import { isLoopback, isPublicAddress } from './public-address.ts'

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.255.255',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00:1450::1',
])('%s is of the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

test.each([
  ['this machine', '127.0.0.1'],
  ['this machine', '127.255.255.254'],
  ['this machine', '::1'],
  ['no address yet', '0.0.0.0'],
  ['no address yet', '::'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['private', 'fd12:3456::1'],
  ['private once', 'fec0::1'],
  ['link-local', '169.254.0.1'],
  ['link-local', 'fe80::1'],
  ['link-local with a zone', 'fe80::1%eth0'],
  ['a cloud’s metadata', '169.254.169.254'],
  ['a cloud’s metadata', 'fd00:ec2::254'],
  ['a cloud’s metadata', '100.100.100.200'],
  ['a cloud’s host', '168.63.129.16'],
  ['a carrier’s shared', '100.64.0.1'],
  ['a carrier’s shared', '100.127.255.255'],
  ['multicast', '224.0.0.1'],
  ['multicast', 'ff02::1'],
  ['broadcast', '255.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['documentation', '192.0.2.1'],
  ['documentation', '2001:db8::1'],
  ['measurements', '198.18.0.1'],
  ['IPv4 within IPv6', '::ffff:127.0.0.1'],
  ['IPv4 within IPv6', '::ffff:1.1.1.1'],
  ['IPv4 within IPv6', '::127.0.0.1'],
  ['IPv4 within IPv6', '::7f00:1'],
  ['given to nobody', '4000::1'],
  ['IPv4 behind a translator', '64:ff9b::7f00:1'],
  ['IPv4 behind 6to4', '2002:7f00:1::'],
  ['IPv4 behind Teredo', '2001:0:7f00:1::'],
  ['no address', 'localhost'],
  ['no address', ''],
])('%s: %s is not', (_what, address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test('this machine’s own addresses are told from others', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1'].map(isLoopback)).toEqual([true, true, true])
  expect(['::ffff:127.0.0.1', '10.0.0.1', '1.1.1.1', 'localhost'].some(isLoopback)).toBe(false)
})
