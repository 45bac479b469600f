import { Writable } from 'node:stream'
import { login, logout, userInfoCall } from '@adtally/contract/identity/identity.ts'
import { register } from '@adtally/contract/identity/registration.ts'
import { checkPassword, setPassword } from '@adtally/contract/money/wallet.ts'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../database/identifiers.ts'
import {
  buildCode,
  registrationForm,
  transactionPasswordDigest,
} from '../../testing/worlds/build-customer.ts'
import { identityProgram } from '../../testing/worlds/identity-program.ts'

let written = ''
const sink = new Writable({
  write(chunk, _encoding, done) {
    written += String(chunk)
    done()
  },
})
const program = await identityProgram({ log: pino({ level: 'trace' }, sink) })
afterAll(() => program.close())

/** Makes every call that carries a secret, right and wrong; returns the secrets. */
async function useSecrets(): Promise<string[]> {
  const { licence_code } = await buildCode(program.services)
  const form = {
    ...registrationForm(licence_code, { password: 'canary-of-the-password' }),
    phone: '+819012345678',
  }
  const digest = transactionPasswordDigest('918273')
  const { token } = (await program.call(register, form)).data
  await program.call(register, form)
  await program.call(login, { username: form.username, password: 'canary-of-a-wrong-one' })
  await program.call(setPassword, { password: digest }, { token })
  await program.call(setPassword, { password: digest, login_password: 'canary-of-a-wrong-one' }, { token })
  const grant = await program.call(
    checkPassword,
    { password: digest, amount: '5.00', beneficiary_id: newId() },
    { token },
  )
  await program.call(userInfoCall, {}, { token })
  await program.call(logout, {}, { token })
  await program.call(userInfoCall, {}, { token })
  return [
    form.password,
    'canary-of-a-wrong-one',
    form.phone,
    form.email,
    licence_code,
    token,
    digest,
    grant.data.grant ?? 'none',
  ]
}

function secretsIn(text: string, secrets: readonly string[]): string[] {
  return secrets.filter((secret) => text.includes(secret))
}

test('neither the log nor the audit chain holds a secret, also where calls break down', async () => {
  const secrets = await useSecrets()
  await program.db.asOwner('alter table identity.sessions rename column device to device_gone')
  await program.db.asOwner(
    'alter table identity.transaction_passwords rename column attempts to attempts_gone',
  )
  const broken = await useSecrets().catch(() => [])
  await program.db.asOwner('alter table identity.sessions rename column device_gone to device')
  await program.db.asOwner(
    'alter table identity.transaction_passwords rename column attempts_gone to attempts',
  )
  expect(written).toContain('a call failed')
  expect(secretsIn(written, [...secrets, ...broken])).toEqual([])
  const audit = await program.db.asOwner('select row_to_json(e)::text as text from audit.entries e')
  expect(secretsIn(JSON.stringify(audit), secrets)).toEqual([])
  const outbox = await program.db.asOwner('select row_to_json(o)::text as text from platform.outbox o')
  expect(secretsIn(JSON.stringify(outbox), secrets)).toEqual([])
})

test('a secret that is logged would be found', () => {
  program.services.log.info({ password: 'canary-of-the-password' }, 'planted')
  expect(secretsIn(written, ['canary-of-the-password'])).toEqual(['canary-of-the-password'])
})
