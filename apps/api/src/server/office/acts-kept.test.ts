import { accountabilityList } from '@adtally/contract/identity/identity.ts'
import { afterAll, expect, test } from 'vitest'
import { verifyChain } from '../../modules/audit/index.ts'
import type { Module, Staff, StaffVerb } from '../../modules/module.ts'
import { fillQueues } from '../../testing/office/fill-queues.ts'
import { testProgram } from '../../testing/servers/test-program.ts'
import { buildMarket } from '../../testing/worlds/build-market.ts'
import { busyCustomer, seeVerdicts } from '../../testing/worlds/busy-customer.ts'
import { MODULES } from '../modules.ts'

/** An entry of the audit log, chained or about to be. */
interface Kept {
  action: string
  actor_name: string
  actor_role: string | null
  customer_id: string | null
}

/** An act as somebody did it, and what the log has of that moment. */
interface Done {
  verb: StaffVerb
  staff: Staff
  kept: Kept[]
}

const done: Done[] = []
let lookFrom = async (): Promise<() => Promise<Kept[]>> => async () => []

/** The same verb, each of whose successful runs is noted with what came into the log by it. */
function noted(verb: StaffVerb): StaffVerb {
  return {
    ...verb,
    async run(services, staff, flags) {
      const since = await lookFrom()
      const answer = await verb.run(services, staff, flags)
      done.push({ verb, staff, kept: await since() })
      return answer
    },
  }
}

const program = await testProgram({
  modules: MODULES.map((module): Module => ({ ...module, verbs: (module.verbs ?? []).map(noted) })),
})
afterAll(() => program.close())

lookFrom = async () => {
  // By what they say: one that waited may have been chained meanwhile, under another number.
  const read = () =>
    program.db.asOwner<Kept & { said: string }>(
      `select concat_ws(' ', occurred_at, action, actor_name, subject_id) as said, action, actor_name, actor_role, customer_id
       from (select occurred_at, action, actor_name, actor_role, subject_id, customer_id from audit.entries
         union all select occurred_at, action, actor_name, actor_role, subject_id, customer_id from audit.pending) as kept`,
    )
  const before = new Set((await read()).map(({ said }) => said))
  return async () => (await read()).filter(({ said }) => !before.has(said))
}

const market = await buildMarket(program.services, program.modules)
const customer = await busyCustomer(program, market, '204816')
await seeVerdicts(program, market, [customer])
await fillQueues(program, market, customer)
await serve()

/** Somebody looks at the customer, and answers what they wrote. */
async function serve(): Promise<void> {
  const { office } = market
  const asked = { customer: customer.username }
  await office.run('customer-show', { ...asked, reason: 'A call' })
  await office.list('list-deposits', asked)
  await office.list('show-chat', asked)
  await office.run('answer-chat', { ...asked, text: 'Good evening', anyway: true })
  const [given] = await office.list('list-feedback', asked)
  const feedback_id = String(given?.feedback_id)
  await office.run('answer-feedback', { feedback_id, text: 'Thank you', anyway: true })
}

/** Acts that keep what they did in a log of their own, which only grows, with who asked for it. */
const KEPT_ELSEWHERE = new Set(['reconcile', 'judge-money-owed', 'match-payouts'])

test('every act that is done stands in the log, by whom it was done with the roles that they acted in [proof 1327]', async ({
  task,
}) => {
  const acts = done.filter(({ verb }) => verb.kind !== 'read' && !KEPT_ELSEWHERE.has(verb.name))
  expect(unkept(acts)).toEqual([])
  const names = new Set(acts.map(({ verb }) => verb.name))
  expect(names.size).toBeGreaterThan(20)
  Object.assign(task.meta, { figure: `${names.size} acts done` })
})

test('what touched a customer they read in the app, with the role and nobody’s name; the chain verifies [proof 1328]', async () => {
  await program.drain()
  const touching = done.filter(
    ({ verb, kept }) =>
      verb.touches === 'customer' && kept.some(({ customer_id }) => customer_id === customer.customer_id),
  )
  expect(touching.length).toBeGreaterThan(3)
  const feed: { action: string; role: string }[] = []
  let cursor: string | undefined
  do {
    const { data } = await program.call(
      accountabilityList,
      { limit: '100', ...(cursor !== undefined && { cursor }) },
      { token: customer.token },
    )
    expect(JSON.stringify(data)).not.toMatch(/"(maker|checker|clerk)"/)
    feed.push(...data.items.map((item) => ({ action: item.action, role: String(item.role) })))
    cursor = data.next_cursor ?? undefined
  } while (cursor !== undefined)
  for (const { verb, staff, kept } of touching) {
    for (const { action } of kept.filter(({ customer_id }) => customer_id === customer.customer_id))
      expect(feed, verb.name).toContainEqual({ action, role: staff.roles.join(', ') })
  }
  const { entries, faults } = await program.system((tx) => verifyChain(tx))
  expect(faults).toEqual([])
  expect(entries).toBeGreaterThan(100n)
})

test('control: an act that is kept under another role, or under nobody’s name, is found', () => {
  const [first] = done.filter(({ verb }) => verb.kind === 'propose')
  if (!first) throw new Error('nothing was proposed')
  const as = (said: Partial<Kept>) => [{ ...first, kept: first.kept.map((entry) => ({ ...entry, ...said })) }]
  expect(unkept(as({ actor_role: 'admin' }))).toEqual([first.verb.name])
  expect(unkept(as({ actor_name: 'program' }))).toEqual([first.verb.name])
})

/** Names of acts that the log does not have under who did them, with the roles that they had. */
function unkept(acts: readonly Done[]): string[] {
  const found = acts.filter(
    ({ staff, kept }) =>
      !kept.some(
        ({ actor_name, actor_role }) =>
          actor_name === staff.username && actor_role === staff.roles.join(', '),
      ),
  )
  return [...new Set(found.map(({ verb }) => verb.name))]
}
