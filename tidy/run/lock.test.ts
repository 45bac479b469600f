import { expect, test } from 'vitest'
import { lockFixesEveryByte, lockIsComplete, lockServesEveryPlatform } from '../rules/lock.ts'
import { plantTree } from '../tree.ts'
import { completed, leftOutOf, parseLock, platformOf, withDigests, withoutDigest } from './lock.ts'

const planted = {
  name: 'planted',
  packages: {
    '': {},
    'node_modules/tool': {
      dev: true,
      optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/darwin-arm64': '1.0.0' },
    },
    'node_modules/@tool/linux-x64': {},
    'node_modules/user/node_modules/tool': {
      optionalDependencies: { '@tool/linux-x64': '1.0.0', '@tool/win32-x64': '2.0.0' },
    },
  },
}
const lock = parseLock(JSON.stringify(planted))

test('what another platform needs is missed, what a folder above offers is not', () => {
  expect(leftOutOf(lock)).toEqual([
    { path: 'node_modules/@tool/darwin-arm64', version: '1.0.0', dev: true },
    { path: 'node_modules/user/node_modules/@tool/win32-x64', version: '2.0.0', dev: false },
  ])
  expect(lockIsComplete(plantTree({ 'package-lock.json': JSON.stringify(planted) }))).toHaveLength(2)
})

test('a completed lock misses nothing and keeps the rest', () => {
  const whole = completed(lock)
  expect(leftOutOf(whole)).toEqual([])
  expect(whole).toMatchObject(planted)
  expect(whole.packages['node_modules/@tool/darwin-arm64']).toEqual({
    version: '1.0.0',
    cpu: ['arm64'],
    os: ['darwin'],
    dev: true,
    optional: true,
  })
})

test('a package without a native part for one of our platforms is found, also where only another libc has it', () => {
  const names = ['linux-x64', 'linux-arm64-musl', 'darwin-x64', 'darwin-arm64'].map((end) => `@tool/${end}`)
  const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, platformOf(name)]))
  const optionalDependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']))
  const text = JSON.stringify({ packages: { ...packages, 'node_modules/tool': { optionalDependencies } } })
  expect(lockServesEveryPlatform(plantTree({ 'package-lock.json': text }))).toEqual([
    { path: 'package-lock.json', message: 'node_modules/tool has no part for linux on arm64' },
  ])
})

test.each([
  ['@rollup/rollup-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@oxc-parser/binding-linux-riscv64-gnu', { os: ['linux'], cpu: ['riscv64'], libc: ['glibc'] }],
  ['@oxc-parser/binding-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'] }],
  ['@oxc-parser/binding-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
])('%s says what it is for', (name, platform) => {
  expect(platformOf(name)).toEqual(platform)
})

test('a package without a digest is found, and told by its name where it lies in another', () => {
  const text = JSON.stringify({
    packages: {
      '': { version: '1.0.0' },
      'packages/own': { version: '1.0.0' },
      'node_modules/own': { link: true },
      'node_modules/fixed': { version: '1.0.0', integrity: 'sha512-fixed' },
      'node_modules/user/node_modules/@tool/part': { version: '2.0.0' },
    },
  })
  expect(lockFixesEveryByte(plantTree({ 'package-lock.json': text }))).toHaveLength(1)
  expect(withoutDigest(parseLock(text))).toEqual([{ name: '@tool/part', version: '2.0.0' }])
  const fixed = withDigests(parseLock(text), new Map([['@tool/part@2.0.0', 'sha512-part']]))
  expect(withoutDigest(fixed)).toEqual([])
  expect(fixed.packages['node_modules/fixed']).toEqual({ version: '1.0.0', integrity: 'sha512-fixed' })
})
