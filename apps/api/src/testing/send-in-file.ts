import { join } from 'node:path'
import { inPassingFolder } from '../lib/passing-file.ts'

type Printed = Record<string, unknown>
/** Staff who run verbs, in the program or on its command line. */
interface AtVerbs {
  run(verb: string, flags: Record<string, string>): Promise<Printed>
  decide(verb: string, flags: Record<string, string>): Promise<Printed>
}

/** Sends approved withdrawals to the bank by a payment order of two people; returns the handing over's output. */
export async function sendInFile(office: AtVerbs, ...numbers: readonly string[]): Promise<Printed> {
  const made = await office.decide('propose-payout-file', { numbers: numbers.join(' ') })
  return await handOver(office, String(made.payout_file_id))
}

/** Saves a payment order and hands it over. */
export async function handOver(office: AtVerbs, file: string): Promise<Printed> {
  await inPassingFolder((folder) =>
    office.run('save-payout-file', { payout_file_id: file, out: join(folder, 'order') }),
  )
  return await office.run('hand-over-payout-file', { payout_file_id: file })
}
