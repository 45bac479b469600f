type Printed = Record<string, unknown>
/** Staff who run verbs, in the program or on its command line. */
interface AtVerbs {
  run(verb: string, flags: Record<string, string>): Promise<Printed>
  decide(verb: string, flags: Record<string, string>): Promise<Printed>
  /** Runs one that answers a file. */
  save(verb: string, flags: Record<string, string>): Promise<unknown>
}

/** Sends approved withdrawals to the bank by a payment order of two people; returns the handing over's output. */
export async function sendInFile(office: AtVerbs, ...numbers: readonly string[]): Promise<Printed> {
  const made = await office.decide('propose-payout-file', { numbers: numbers.join(' ') })
  return await handOver(office, String(made.payout_file_id))
}

/** Saves a payment order and hands it over. */
export async function handOver(office: AtVerbs, payout_file_id: string): Promise<Printed> {
  await office.save('save-payout-file', { payout_file_id })
  return await office.run('hand-over-payout-file', { payout_file_id })
}
