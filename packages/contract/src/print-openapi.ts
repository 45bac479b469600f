import { openApiDocument } from './openapi.ts'
import { officeApiDocument } from './operator/statement/office-openapi.ts'
import { SESSION_COOKIE } from './operator/statement/session.ts'
import { STAFF_CALLS } from './operator/statement/staff-calls.ts'

// A reader that has enough (`| head`) closes the pipe.
process.stdout.on('error', (error) => {
  if (!('code' in error) || error.code !== 'EPIPE') throw error
})
const document =
  process.argv[2] === 'office'
    ? officeApiDocument(process.env.OPERATOR_PATH ?? '/operator', STAFF_CALLS, SESSION_COOKIE.https)
    : openApiDocument(process.env.BASE_PATH ?? '/facebook-business')
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`)
