import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { operate } from '../server/operate.ts'
import { TEST_MASTER_SECRET } from './servers/cluster.ts'
import { urlOf } from './servers/own-server.ts'
import { testDatabase } from './servers/test-database.ts'
import { fileFolder } from './servers/test-folder.ts'

type Variables = Record<string, string>

/**
 * The office's command line on a database of the test file's own, with a folder for what is kept, under these variables: `type`
 * answers what a line came to, `printed` what it printed, read as JSON, where it came to no error. Await it at a file's top.
 */
export async function commandLine(variables: Variables = {}) {
  const folder = fileFolder()
  const db = await testDatabase()
  afterAll(() => db.close())
  const sessions = join(folder, 'desk')
  const own = { DATABASE_URL: urlOf(db.owner), SECRET: TEST_MASTER_SECRET, DATA_DIR: folder }
  const environment = { ...own, OPERATOR_SESSIONS: sessions, ...variables }
  const type = (line: string, more: Variables = {}) => operate(line.split(' '), { ...environment, ...more })
  return {
    db,
    folder,
    sessions,
    environment,
    type,
    async printed(line: string, more?: Variables) {
      const { output, error } = await type(line, more)
      expect(error).toBeNull()
      return JSON.parse(output ?? '')
    },
  }
}
