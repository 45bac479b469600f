import { expect, it } from 'vitest'
import { portBeside } from './free-port.ts'

it('a site of a program at any port takes any port, not one of the first that all of them would wish for', async () => {
  expect(await portBeside(0, 3, 0)).toBeGreaterThanOrEqual(20_000)
})

it('a site of a program at a port stands beside it', async () => {
  expect(await portBeside(20_400, 3, 20_400)).toBe(20_403)
})
