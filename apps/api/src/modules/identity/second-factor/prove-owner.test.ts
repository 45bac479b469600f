import { archiveTake } from '@adtally/contract/identity/archive.ts'
import { hybridLogin, openStore } from '@adtally/contract/identity/identity-hybrid.ts'
import { afterAll, expect, test } from 'vitest'
import { testProgram } from '../../../testing/servers/test-program.ts'
import { buildCode } from '../../../testing/worlds/build-customer.ts'
import { issueSandboxTicket } from '../hosts/entry-ticket.ts'

const HOUR_MS = 60 * 60_000
const PROFILE = { email: 'taker@host.example', phone: '+66812345678', nickname: 'Robin' }

const program = await testProgram()
afterAll(() => program.close())

test('a host app’s user without a password of either kind is believed in a session that has just begun', async () => {
  const ticket = await issueSandboxTicket(program.services, 'taker', PROFILE)
  const { data } = await program.call(hybridLogin, { ticket })
  const { licence_code } = await buildCode(program.services)
  const opening_ticket = String(Object(data).opening_ticket)
  const opened = await program.call(openStore, { opening_ticket, authorization_code: licence_code })
  const options = { token: opened.data.token }
  expect((await program.call(archiveTake, {}, options)).code).toBe(200)
  await program.advance(HOUR_MS)
  const later = await program.call(archiveTake, {}, options)
  expect(later.data.reason).toBe('transaction_password_not_set')
})
