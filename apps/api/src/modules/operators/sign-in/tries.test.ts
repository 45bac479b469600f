import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { plant } from '../../../testing/plant.ts'
import { reasonOf } from '../../../testing/reason-of.ts'
import { testServices } from '../../../testing/servers/test-services.ts'
import { buildStaff, joinStaff, STAFF_PASSWORD } from '../../../testing/worlds/build-staff.ts'
import { auditModule } from '../../audit/index.ts'
import { authenticateStaff, operatorsModule, proveAgain, type Whereabouts } from '../index.ts'

const QUARTER_MS = 15 * 60_000
const ELSEWHERE = Array.from({ length: 9 }, (_, index) => `203.0.113.${index + 1}`)
const HOME = '198.51.100.7'

const t = await testServices({ modules: [auditModule, operatorsModule] })
afterAll(() => t.close())
const staff = await buildStaff(t.services)

let name = ''
let joined = 0
const tryAs = (username: string, network: string, password: string) =>
  reasonOf(authenticateStaff(t.services, username, password, undefined, { network, device: null }))
const signIn = (network: string) => tryAs(name, network, STAFF_PASSWORD)

beforeEach(async () => {
  joined += 1
  name = `owner${joined}`
  await joinStaff(t.services, staff, { username: name, roles: ['support'] })
  expect(await signIn(HOME)).toBe('ok')
})

/** Ten wrong passwords from each of nine networks. */
async function besiege(username: string): Promise<string[]> {
  const told: string[] = []
  for (let round = 0; round < 10; round += 1) {
    for (const network of ELSEWHERE) told.push(await tryAs(username, network, 'a guess'))
  }
  return told
}

describe('wrong tries of a name', () => {
  test('lock it where they were made, five of them, and nowhere else [proof 1211]', async () => {
    const [there = ''] = ELSEWHERE
    for (let tries = 0; tries < 4; tries += 1)
      expect(await tryAs(name, there, 'a guess')).toBe('staff_credentials_wrong')
    expect(await tryAs(name, there, 'a guess')).toBe('staff_locked')
    expect(await signIn(there)).toBe('staff_locked')
    expect(await signIn(HOME)).toBe('ok')
    expect(await signIn('198.51.100.8')).toBe('ok')
    await t.advance(QUARTER_MS)
    expect(await signIn(there)).toBe('ok')
  })

  test('ninety from nine addresses keep nobody out where they have signed in before [proof 1212]', async () => {
    const told = await besiege(name)
    expect(told.filter((reason) => reason === 'staff_credentials_wrong')).toHaveLength(36)
    expect(await signIn(HOME)).toBe('ok')
    expect(await signIn('local')).toBe('ok')
  })

  test('on the owner’s own network leave the owner’s browser open, to sign in and to prove anew [proof 1294]', async () => {
    const password = STAFF_PASSWORD
    const at: Whereabouts = { network: HOME, device: null, browser_token: null }
    const owner = await authenticateStaff(t.services, name, password, undefined, at)
    expect(owner.browser_token).toMatch(/^[\w-]{43}$/)
    const browser: Whereabouts = { ...at, browser_token: owner.browser_token }
    const planted: Whereabouts = { ...at, browser_token: 'p'.repeat(43) }
    for (let tries = 0; tries < 5; tries += 1) await tryAs(name, HOME, 'a guess')
    expect(await signIn(HOME)).toBe('staff_locked')
    const by = (where: Whereabouts, tried = password) =>
      reasonOf(authenticateStaff(t.services, name, tried, undefined, where))
    expect(await by(planted), 'one that we never gave').toBe('staff_locked')
    expect(await by(browser)).toBe('ok')
    const prove = (where: Whereabouts, tried = password) =>
      reasonOf(proveAgain(t.services, owner, { password: tried }, where))
    expect(await prove(at)).toBe('staff_locked')
    expect(await prove(browser)).toBe('ok')
    // Its own tries count as those of a network do.
    for (let tries = 0; tries < 5; tries += 1) await prove(browser, 'a guess')
    expect(await by(browser)).toBe('staff_locked')
    expect(await signIn('local')).toBe('ok')
    const kept = await t.db.asOwner('select device_hash from operators.known_devices')
    expect(JSON.stringify(kept)).not.toContain(owner.browser_token)
  })

  test('control: were a browser counted as its network is, its owner would be kept out', async () => {
    const at: Whereabouts = { network: HOME, device: null, browser_token: null }
    const { browser_token } = await authenticateStaff(t.services, name, STAFF_PASSWORD, undefined, at)
    for (let tries = 0; tries < 5; tries += 1) await tryAs(name, HOME, 'a guess')
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'operators.try_place',
        from: 'where staff_id = whose',
        to: 'where false and staff_id = whose',
      },
    ])
    const refused = await reasonOf(
      authenticateStaff(t.services, name, STAFF_PASSWORD, undefined, { ...at, browser_token }),
    )
    for (const statement of undoing) await t.db.asOwner(statement)
    expect(refused).toBe('staff_locked')
  })

  test('control: were they counted by name alone, their owner would be kept out', async () => {
    const undoing = await plant(t.db.asOwner, [
      {
        routine: 'operators.count_failure',
        from: 'here.locked_until > now',
        to: `(select max(locked_until) from operators.tries where key_hash = asked) > now`,
      },
      {
        routine: 'operators.count_failure',
        from: 'return here.locked_until;',
        to: `return (select max(locked_until) from operators.tries where key_hash = asked);`,
      },
    ])
    await besiege(name)
    expect(await signIn(HOME)).toBe('staff_locked')
    for (const statement of undoing) await t.db.asOwner(statement)
    expect(await signIn(HOME)).toBe('ok')
  })

  test('from ever more networks end at fifty in a quarter of an hour, but for networks that are known [proof 1213]', async () => {
    const told: string[] = []
    for (let network = 0; network < 60; network += 1)
      told.push(await tryAs(name, `192.0.2.${network}`, 'a guess'))
    expect(told.filter((reason) => reason === 'staff_credentials_wrong')).toHaveLength(50)
    expect(told.slice(50)).toEqual(Array(10).fill('staff_locked'))
    expect(await signIn('192.0.2.200'), 'the right password, too').toBe('staff_locked')
    expect(await signIn(HOME)).toBe('ok')
    await t.advance(QUARTER_MS)
    expect(await signIn('192.0.2.200')).toBe('ok')
  })

  test('control: without the fifty, each new network would have its own four', async () => {
    const undoing = await plant(t.db.asOwner, [
      { routine: 'operators.count_failure', from: 'everywhere.failures >= 50', to: 'false' },
    ])
    const told: string[] = []
    for (let network = 0; network < 60; network += 1)
      told.push(await tryAs(name, `192.0.2.${network}`, 'a guess'))
    for (const statement of undoing) await t.db.asOwner(statement)
    expect(new Set(told)).toEqual(new Set(['staff_credentials_wrong']))
  })

  test('tell nothing of whether anybody has it [proof 1214]', async () => {
    expect(await besiege('nobody.at.all')).toEqual(await besiege(name))
    const fifty = async (username: string) => {
      const told: string[] = []
      for (let network = 0; network < 55; network += 1)
        told.push(await tryAs(username, `10.0.0.${network}`, 'a guess'))
      return told
    }
    expect(await fifty('nobody.else')).toEqual(await fifty('checker'))
  })

  test('by a hundred at once, each from a network of its own, are fifty all the same', async () => {
    const told = await Promise.all(
      Array.from({ length: 100 }, (_, index) => tryAs(name, `10.1.0.${index}`, 'a guess')),
    )
    expect(told.filter((reason) => reason === 'staff_credentials_wrong')).toHaveLength(50)
    expect(told.filter((reason) => reason === 'staff_locked')).toHaveLength(50)
  })

  test('are forgotten an hour later, and a right one ends their row', async () => {
    for (let tries = 0; tries < 4; tries += 1) await tryAs(name, HOME, 'a guess')
    expect(await signIn(HOME)).toBe('ok')
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await tryAs(name, HOME, 'a guess')).toBe('staff_credentials_wrong')
    }
    await t.advance(61 * 60_000)
    for (let tries = 0; tries < 5; tries += 1) await tryAs('somebody.else', '192.0.2.1', 'a guess')
    expect(
      await t.db.asOwner('select from operators.tries where began_at < platform.now() - $1::interval', [
        '1 hour',
      ]),
    ).toEqual([])
  })
})
