import type { Readable } from 'node:stream'
import type { InputOf } from '@adtally/contract/call.ts'
import type { archiveTake } from '@adtally/contract/identity/archive.ts'
import { Refusal } from '../../lib/refusal.ts'
import { Semaphore } from '../../lib/semaphore.ts'
import type { ArchivePart } from '../archive-table.ts'
import * as audit from '../audit/index.ts'
import { type Claimant, personOf, proveOwner, tellOfSecurity } from '../identity/index.ts'
import type { RequestContext } from '../route.ts'
import { writeArchive } from './write-archive.ts'

/** One archive reads all that there is of somebody: one after another, and no two of one customer's. */
const semaphore = new Semaphore({ running_max: 1, waiting_max: 16, each_max: 1 })

/**
 * Everything that is kept of the caller, once they have proved who they are: kept in the audit log and told to them, so that
 * whoever did not ask for it learns of it. Throws what the call's contract lists; `too_many_requests` while one is being made.
 */
export async function takeArchive(
  parts: readonly ArchivePart[],
  claimant: Claimant,
  proof: InputOf<typeof archiveTake>,
  { services, language }: Pick<RequestContext, 'services' | 'language'>,
): Promise<{ day: string; bytes: number; content: Readable }> {
  await proveOwner(services, claimant, proof, 'archive')
  const { customer_id } = claimant
  const { database, clock } = services
  const person = await database.transaction({ kind: 'customer', customer_id }, (tx) =>
    personOf(tx, customer_id),
  )
  if (!person) throw new Refusal('record_not_found')
  const { person_id } = person
  const made = await semaphore.run(
    () => writeArchive(services, parts, { customer_id, person_id }, language),
    customer_id,
  )
  try {
    await database.transaction({ kind: 'system' }, async (tx) => {
      await audit.byCustomer(tx, customer_id, { action: 'archive.taken', details: { bytes: made.bytes } })
      await tellOfSecurity(tx, customer_id, 'archive_taken')
    })
  } catch (error) {
    made.content.destroy()
    throw error
  }
  return { ...made, day: clock.now().toISOString().slice(0, 10) }
}
