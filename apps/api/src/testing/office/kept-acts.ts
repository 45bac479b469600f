import { appendFileSync } from 'node:fs'
import type { ActWatch } from '../../modules/as-stated.ts'

type AsOwner = (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>

/** What this process has noted already: to look for each once costs next to nothing. */
const noted = new Set<string>()

/**
 * Looks for each act in the audit log after it is done, under who did it and the roles that they acted in; of one that touches
 * a customer also whether they read it. What is found is noted for `npm test`, which asks in the end whether each act was.
 * Undefined where nobody asks.
 */
export function keptActs(asOwner: AsOwner): ActWatch | undefined {
  const { KEPT_ACTS_FILE } = process.env
  if (KEPT_ACTS_FILE === undefined) return undefined
  const note = (line: string) => {
    if (noted.has(line)) return
    noted.add(line)
    // Several workers append to it, each in one write.
    appendFileSync(KEPT_ACTS_FILE, `${line}\n`)
  }
  return async (call, by, run) => {
    const name = 'sides' in call ? `partner:${call.name}` : call.name
    const touches = 'touches' in call && call.touches === 'customer'
    if (noted.has(`${name} kept`) && (!touches || noted.has(`${name} read`))) return await run()
    const before = await keptBy(asOwner, by)
    const answer = await run()
    const after = await keptBy(asOwner, by)
    if (after.acts > before.acts) note(`${name} kept`)
    if (after.read_by_customer > before.read_by_customer) note(`${name} read`)
    return answer
  }
}

async function keptBy(asOwner: AsOwner, { id, role }: { id: string; role: string }) {
  const [kept] = await asOwner(
    `select count(*)::integer as acts, count(customer_id)::integer as read_by_customer
     from (select actor_id, actor_role, customer_id from audit.entries
       union all select actor_id, actor_role, customer_id from audit.pending) as kept
     where actor_id = $1 and actor_role = $2`,
    [id, role],
  )
  return { acts: Number(kept?.acts), read_by_customer: Number(kept?.read_by_customer) }
}
