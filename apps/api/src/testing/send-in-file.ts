import { join } from 'node:path'
import { inPassingFolder } from '../lib/passing-file.ts'

type Printed = Record<string, unknown>
/** Staff at their verbs, in the program or at its command line. */
interface AtVerbs {
  run(verb: string, flags: Record<string, string>): Promise<Printed>
  decide(verb: string, flags: Record<string, string>): Promise<Printed>
}

/**
 * Brings approved withdrawals to the bank, the one way there is: a payment order of two people, taken out and handed over.
 * What handing it over printed.
 */
export async function sendInFile(office: AtVerbs, ...numbers: readonly string[]): Promise<Printed> {
  const made = await office.decide('propose-payout-file', { numbers: numbers.join(' ') })
  return await handOver(office, String(made.payout_file_id))
}

/** Takes a payment order out and hands it over. */
export async function handOver(office: AtVerbs, file: string): Promise<Printed> {
  await inPassingFolder((folder) =>
    office.run('save-payout-file', { payout_file_id: file, out: join(folder, 'order') }),
  )
  return await office.run('hand-over-payout-file', { payout_file_id: file })
}
