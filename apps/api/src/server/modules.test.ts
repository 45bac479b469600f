import { CALLS } from '@adtally/contract/calls.ts'
import { expect, test } from 'vitest'
import { gatherHandlers } from '../worker/work.ts'
import { MODULES } from './modules.ts'

const routes = MODULES.flatMap((module) => module.routes ?? [])

test('every call of the contract is served, once', () => {
  expect(routes.map(({ call }) => call.name).toSorted()).toEqual(CALLS.map(({ name }) => name).toSorted())
})

test('no two calls share a method and path, or a name', () => {
  expect(new Set(CALLS.map(({ method, path }) => `${method} ${path}`)).size).toBe(CALLS.length)
  expect(new Set(CALLS.map(({ name }) => name)).size).toBe(CALLS.length)
})

test('every kind of job has one handler, and no module stands twice', () => {
  expect(() => gatherHandlers(MODULES)).not.toThrow()
  expect(new Set(MODULES.map(({ name }) => name)).size).toBe(MODULES.length)
})
