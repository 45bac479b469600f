import { binary, type Command } from './command.ts'

/** The checks that read the source without running it. */
export function checks(): readonly Command[] {
  return [
    { name: 'types', program: binary('tsc'), args: ['--noEmit'], output: 'kept', timeout_ms: 240_000 },
    {
      name: 'lint',
      program: binary('biome'),
      args: ['check', '--max-diagnostics=200', '.'],
      output: 'kept',
      timeout_ms: 240_000,
    },
  ]
}
