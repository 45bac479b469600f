import { checks } from './run/checks.ts'
import { binary, type CommandResult, runCommand } from './run/command.ts'
import { seconds, summary, tallyCommand } from './run/tally.ts'

/** Holds docs/roles.md to the statements of what staff do. */
const ROLES_PAGE = 'packages/contract/src/roles-page.test.ts'

/** `npm run check`: checks types, lint, structure, catalogues and docs/roles.md in parallel; exits with 1 if one fails. */
async function main(): Promise<void> {
  const structure = {
    name: 'tidy',
    program: binary('vitest'),
    args: [
      'run',
      'tidy/',
      'packages/i18n/',
      ROLES_PAGE,
      '--project',
      'tidy',
      '--project',
      'units',
      '--reporter=dot',
    ],
    output: 'kept',
    timeout_ms: 240_000,
  } as const
  const results = await Promise.all(
    [...checks(), structure].map((command) => runCommand(command).then(report)),
  )
  console.log(summary(results.map(tallyCommand)))
  process.exitCode = results.every((result) => result.succeeded) ? 0 : 1
}

function report(result: CommandResult): CommandResult {
  const outcome = result.succeeded ? 'ok' : 'FAILED'
  console.log(`${result.name}: ${outcome} in ${seconds(result.duration_ms)}`)
  if (!result.succeeded) console.log(result.output)
  return result
}

await main()
