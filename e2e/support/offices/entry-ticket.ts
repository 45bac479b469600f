import { CommandLineOffice } from './command-line-office.ts'

/** Issues a ticket as a sandbox's host, as `npm run operator -- ticket-issue` does; returns the address to open. */
export async function entryAddress(
  program: { url: string; data_dir: string },
  staff: { username: string; password: string },
  subject: string,
): Promise<string> {
  const { path } = await new CommandLineOffice(program.data_dir, [staff]).run('ticket-issue', { subject })
  if (typeof path !== 'string') throw new Error('the ticket leads nowhere')
  return program.url + path
}
