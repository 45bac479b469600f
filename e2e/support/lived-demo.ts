import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planList } from '@adtally/contract/plans/plans.ts'
import * as z from 'zod/mini'
import type { CustomerClient } from '../../apps/api/src/demo/customer-client.ts'
import { FOLLOWERS, PAST_PLANS, REVIEWED_PLAN } from '../../apps/api/src/demo/past/people.ts'
import { CUSTOMERS } from '../../apps/api/src/demo/seed/catalogue.ts'
import { CommandLineOffice } from './offices/command-line-office.ts'
import type { DemoFile, Program } from './program.ts'
import { clientOf } from './sign-in.ts'

const record = z.object({ day: z.int() })

/** What is wrong with a demo that has lived its past; empty if nothing is. */
export async function faultsOfLived({
  url,
  data_dir,
  demo,
}: Program & { demo: DemoFile }): Promise<string[]> {
  const faults: string[] = []
  const office = new CommandLineOffice(data_dir, demo.staff)
  const books = await office.run('ledger-verify')
  if (Object(books.differences).length !== 0) faults.push(`the ledger: ${JSON.stringify(books.differences)}`)
  if ((await office.run('statistics-verify')).identical !== true) faults.push('the statistics')
  if ((await office.check('audit-verify')).whole !== true) faults.push('the audit log')
  const { differences } = await office.run('reconcile')
  if (differences !== 0) {
    const { items } = await office.check('list-differences')
    faults.push(`${differences} differences of the books: ${JSON.stringify(items)}`)
  }
  const { offset_ms } = await office.run('clock-show')
  if (offset_ms !== '0') faults.push(`the clock is ${offset_ms} ms off`)
  const { day } = z.parse(record, JSON.parse(readFileSync(join(data_dir, 'demo-past.json'), 'utf8')))
  for (const customer of demo.customers) {
    const { username } = customer
    const found = await countPlans(await clientOf(url, customer))
    const wanted = plansBefore(day, username)
    if (found !== wanted) faults.push(`${username} has ${found} plans, not ${wanted}`)
  }
  return faults
}

/** How many plans somebody has before a day, plus the present ones: under review, or if none of its product runs. */
function plansBefore(day: number, username: string): number {
  const own = PAST_PLANS.filter((plan) => plan.username === username && plan.day < day)
  const followed = FOLLOWERS.filter((follower) => follower.username === username)
    .flatMap(({ drafts }) => drafts)
    .filter(([on, amount]) => on < day && amount !== null)
  const today = CUSTOMERS.find((one) => one.username === username)?.plan ?? null
  const places_today =
    today !== null &&
    own.every((plan) => plan.product !== today.product || plan.day + plan.duration_days < day)
  const reviewed = REVIEWED_PLAN.username === username ? 1 : 0
  return own.length + followed.length + reviewed + (places_today ? 1 : 0)
}

async function countPlans(client: CustomerClient): Promise<number> {
  let page = await client.call(planList, { limit: '100' })
  let count = page.items.length
  while (page.next_cursor !== null) {
    page = await client.call(planList, { limit: '100', cursor: page.next_cursor })
    count += page.items.length
  }
  return count
}
