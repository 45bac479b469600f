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

/** An archive reads everything about a customer, so one is made at a time, and a customer can ask for only one. */
const semaphore = new Semaphore({ running_max: 1, waiting_max: 16, each_max: 1 })

/**
 * Everything kept about the caller, who proves who they are. It is logged and told to the customer, who may not have
 * asked for it. Throws what the call's contract lists; `too_many_requests` while one is made.
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
