import { registration } from '@adtally/contract/identity.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildCode, buildCustomer, registrationForm } from '../../testing/build-customer.ts'
import { type TestServices, testServices } from '../../testing/test-services.ts'
import { auditModule } from '../audit/index.ts'
import { operatorsModule } from '../operators/index.ts'
import { parseInput } from '../parse-input.ts'
import { policiesModule } from '../policies/index.ts'
import { customerById, identityModule, personOf } from './index.ts'
import { registerCustomer, type Visitor } from './register.ts'

let program: TestServices
beforeAll(async () => {
  program = await testServices({ modules: [auditModule, operatorsModule, policiesModule, identityModule] })
})
afterAll(() => program.close())

const visitor: Visitor = { address: '192.0.2.7', user_agent: undefined, language: 'en', time_zone: 'UTC' }

function register(form: ReturnType<typeof registrationForm>) {
  return registerCustomer(program.services, parseInput(registration, form), visitor)
}

describe('registering', () => {
  test('opens an account of the person the code was issued for', async () => {
    const { customer_id } = await buildCustomer(program.services, { person_name: 'Ana María López' })
    const { database } = program.services
    const customer = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
      customerById(tx, customer_id),
    )
    expect(customer).toMatchObject({ status: 'active', level: 0, credit_score: 100, entry: 'register' })
    expect(customer?.operated_id).toMatch(/^[1-9]\d{7}$/)
    const person = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
      personOf(tx, customer_id),
    )
    expect(person?.full_name).toBe('Ana María López')
  })

  test('of twenty who use one code at once, one wins', async () => {
    const { licence_code } = await buildCode(program.services)
    const tries = await Promise.allSettled(
      Array.from({ length: 20 }, () => register(registrationForm(licence_code))),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const tried of tries) {
      if (tried.status === 'rejected')
        expect(tried.reason).toMatchObject({ reason: 'authorization_code_used' })
    }
  })

  test('a code typed in another way is the same code', async () => {
    const { licence_code } = await buildCode(program.services)
    const typed = licence_code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    await expect(register(registrationForm(typed))).resolves.toHaveProperty('token')
  })
})
