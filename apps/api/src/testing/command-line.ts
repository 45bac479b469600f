import { expect } from 'vitest'
import { operate } from '../server/operate.ts'

type Variables = Record<string, string>

/** The office's command line: `type` returns a line's result, `printed` its output as JSON if it succeeded. */
export function commandLine(variables: Variables) {
  const type = (line: string, more: Variables = {}) => operate(line.split(' '), { ...variables, ...more })
  return {
    type,
    async printed(line: string, more?: Variables) {
      const { output, error } = await type(line, more)
      expect(error).toBeNull()
      return JSON.parse(output ?? '')
    },
  }
}
