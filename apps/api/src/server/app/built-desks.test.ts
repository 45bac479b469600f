import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OFFICE_HEADER } from '@adtally/contract/operator/statement/session.ts'
import { STAFF_CALLS } from '@adtally/contract/operator/statement/staff-calls.ts'
import { PARTNER_CALLS } from '@adtally/contract/partner/statement/partner-calls.ts'
import { PARTNER_HEADER } from '@adtally/contract/partner/statement/session.ts'
import { expect, test } from 'vitest'
import { testSettings } from '../../testing/servers/test-services.ts'
import { type BuiltApp, consoleApp, partnerApp } from './app-shell.ts'
import { buildAppsIfOlder } from './build-web.ts'

await buildAppsIfOlder()
const settings = testSettings()
const [office, partners] = [consoleApp(settings), partnerApp(settings)].map(textOf)

/** Every script of a build. */
function textOf({ folder }: BuiltApp): string {
  const assets = join(folder, 'assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  return scripts.map((name) => readFileSync(join(assets, name), 'utf8')).join('\n')
}

/** The acts whose statement is in a build, but for what both sides say in the same words. */
function statedIn(build = ''): { staff: string[]; partner: string[] } {
  const isThere = (summary: string) =>
    ['"', "'", '`'].some((quote) => build.includes(quote + summary + quote))
  const said = (
    calls: readonly { name: string; summary: string }[],
    others: readonly { summary: string }[],
  ) =>
    calls
      .filter(({ summary }) => isThere(summary) && !others.some((other) => other.summary === summary))
      .map(({ name }) => name)
  return { staff: said(STAFF_CALLS, PARTNER_CALLS), partner: said(PARTNER_CALLS, STAFF_CALLS) }
}

test('the partners’ build has their statements and nothing of the office’s, the office’s the other way round [proof 1411]', () => {
  expect(statedIn(partners).staff).toEqual([])
  expect(statedIn(office).partner).toEqual([])
  expect([partners?.includes(OFFICE_HEADER), office?.includes(PARTNER_HEADER)]).toEqual([false, false])
  // Each build is one in which statements are found at all.
  expect(statedIn(partners).partner.length).toBeGreaterThan(5)
  expect(statedIn(office).staff.length).toBeGreaterThan(150)
  expect([partners?.includes(PARTNER_HEADER), office?.includes(OFFICE_HEADER)]).toEqual([true, true])
})
